"""The catalog of a Linux machine's LV2 plugins: search, tag and follow them, and render sound through them.

    import aucat

    for reverb in aucat.search("tag == Reverb and audioInputs == 2"):
        print(reverb.name, reverb.bundle)

The functions of this module work on the default catalog; `Catalog` has all functions, for any catalog.
"""

from __future__ import annotations

from ._default import add_tag, changes, count, default_catalog, facets, find, remove_tag, scan, search
from ._version import __version__
from .catalog import ENVIRONMENT, Catalog
from .chain import Chain, Stage
from .changes import Change, ChangeKind, Changes
from .component import Component
from .components import Components
from .errors import (
    AmbiguousError,
    ChainTextError,
    ClosedError,
    DeviceError,
    Error,
    ErrorCode,
    HelperError,
    Interrupted,
    InUseError,
    InvalidArgumentError,
    LabelError,
    NotFoundError,
    PluginError,
    PredicateError,
    RenderError,
    StoreError,
    SystemFailure,
    UndoError,
    UserDataError,
)
from .imported import Imported
from .ports import PatchParameter, Point, Port, PortKind, Preset
from .scan import Quarantined, ScanProgress, ScanReport
from .search import Facets, Search
from .midi import Midi
from .source import Source
from .tags import CountedTag, Tag, TagOrigin
from .tracks import Coordinator, Event, EventKind, Policy, Track
from .why import Reason, Why

__all__ = [
    "ENVIRONMENT",
    "AmbiguousError",
    "Catalog",
    "Chain",
    "ChainTextError",
    "Change",
    "ChangeKind",
    "Changes",
    "ClosedError",
    "Component",
    "Components",
    "Coordinator",
    "CountedTag",
    "DeviceError",
    "Error",
    "ErrorCode",
    "Event",
    "EventKind",
    "Facets",
    "HelperError",
    "Imported",
    "InUseError",
    "Interrupted",
    "InvalidArgumentError",
    "LabelError",
    "Midi",
    "NotFoundError",
    "PatchParameter",
    "PluginError",
    "Point",
    "Policy",
    "Port",
    "PortKind",
    "PredicateError",
    "Preset",
    "Quarantined",
    "Reason",
    "RenderError",
    "ScanProgress",
    "ScanReport",
    "Search",
    "Source",
    "Stage",
    "StoreError",
    "SystemFailure",
    "Tag",
    "TagOrigin",
    "Track",
    "UndoError",
    "UserDataError",
    "Why",
    "__version__",
    "add_tag",
    "changes",
    "count",
    "default_catalog",
    "facets",
    "find",
    "remove_tag",
    "scan",
    "search",
]
