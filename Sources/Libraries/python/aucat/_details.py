"""Facts about a component beyond those that a search reads."""

from __future__ import annotations

from typing import Any

from ._call import optional, text
from ._library import ffi, lib
from .ports import Port, Preset, patch_parameter


class Details:
    """What the catalog knows about a component beyond what a search reads, as of the time of the request."""

    def __init__(self, handle: Any) -> None:
        handle = ffi.gc(handle, lib.aucat_details_free)
        self.comment = optional(lib.aucat_details_comment(handle))
        self.homepage = optional(lib.aucat_details_homepage(handle))
        self.project = optional(lib.aucat_details_project(handle))
        self.binary = optional(lib.aucat_details_binary(handle))
        self.icon = optional(lib.aucat_details_icon(handle))
        self.names = {
            optional(lib.aucat_details_name_language(handle, index)): text(lib.aucat_details_name(handle, index))
            for index in range(lib.aucat_details_name_count(handle))
        }
        self.ports = tuple(Port(handle, index) for index in range(lib.aucat_details_port_count(handle)))
        self.patch_parameters = tuple(
            patch_parameter(handle, index) for index in range(lib.aucat_details_patch_parameter_count(handle))
        )
        self.presets = tuple(
            Preset(
                text(lib.aucat_preset_uri(handle, index)),
                text(lib.aucat_preset_name(handle, index)),
                optional(lib.aucat_preset_bank(handle, index)),
            )
            for index in range(lib.aucat_details_preset_count(handle))
        )
