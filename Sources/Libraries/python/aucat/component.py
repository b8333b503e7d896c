"""A component of the catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._call import call, optional, text
from ._details import Details
from ._library import lib
from .ports import PatchParameter, Port, Preset
from .tags import Tag, TagOrigin

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["Component"]


def _measured(value: float) -> float | None:
    """A measured number; None if it is negative, because nothing was measured."""
    return None if value < 0 else float(value)


class Component:
    """An LV2 plugin that is installed, as it was when it was asked for.

    Any thread may read it, even when its catalog is closed; only facts that are fetched when they are first read, such
    as ports, need the catalog to be open. Components are equal if they have the same URI.
    """

    __slots__ = ("_catalog", "_details", "_owner", "_pointer", "__weakref__")

    def __init__(self, catalog: Catalog, owner: Any, pointer: Any) -> None:
        self._catalog = catalog
        self._owner = owner  # Keeps what the pointer leads to.
        self._pointer = pointer
        self._details: Details | None = None

    @property
    def uri(self) -> str:
        """The plugin's URI: its identity."""
        return text(lib.aucat_component_uri(self._pointer))

    @property
    def name(self) -> str:
        """Its name, in the catalog's language if the bundle has it."""
        return text(lib.aucat_component_name(self._pointer))

    @property
    def manufacturer(self) -> str | None:
        """Its manufacturer; None if the bundle names none."""
        return optional(lib.aucat_component_manufacturer(self._pointer))

    @property
    def type(self) -> str:
        """Its type, in English and as queries write it, such as "MusicDevice"."""
        return text(lib.aucat_component_type(self._pointer))

    @property
    def localized_type(self) -> str:
        """Its type, in the catalog's language."""
        return text(lib.aucat_component_localized_type(self._pointer))

    @property
    def version(self) -> str:
        """Its version, as "minor.micro"."""
        return text(lib.aucat_component_version(self._pointer))

    @property
    def bundle(self) -> str:
        """The canonical path of the bundle's directory, without a final slash."""
        return text(lib.aucat_component_bundle(self._pointer))

    @property
    def lv2_class(self) -> str:
        """The URI of the most specific LV2 class."""
        return text(lib.aucat_component_class(self._pointer))

    @property
    def license(self) -> str | None:
        """The licence's URI, or the bundle's text in its place; None if it has none."""
        return optional(lib.aucat_component_license(self._pointer))

    @property
    def variant(self) -> str:
        """The common part of a plugin's variants."""
        return text(lib.aucat_component_variant(self._pointer))

    @property
    def audio_inputs(self) -> int:
        """The number of main audio inputs: side chains don't count."""
        return int(lib.aucat_component_audio_inputs(self._pointer))

    @property
    def audio_outputs(self) -> int:
        """The number of main audio outputs."""
        return int(lib.aucat_component_audio_outputs(self._pointer))

    @property
    def cv_inputs(self) -> int:
        """The number of inputs for control voltages."""
        return int(lib.aucat_component_cv_inputs(self._pointer))

    @property
    def cv_outputs(self) -> int:
        """The number of outputs for control voltages."""
        return int(lib.aucat_component_cv_outputs(self._pointer))

    @property
    def parameter_count(self) -> int:
        """The number of control inputs and writable patch parameters: `parameters` in queries."""
        return int(lib.aucat_component_parameters(self._pointer))

    @property
    def preset_count(self) -> int:
        """The number of presets: `presets` in queries."""
        return int(lib.aucat_component_presets(self._pointer))

    @property
    def use_count(self) -> int:
        """How often the user has used it."""
        return int(lib.aucat_component_uses(self._pointer))

    @property
    def latency(self) -> int | None:
        """Its latency in frames, at the default settings; None unless `aucat bench` has measured it with certainty."""
        frames = int(lib.aucat_component_latency(self._pointer))
        return None if frames < 0 else frames

    @property
    def cost(self) -> float | None:
        """Its cost in per cent of one core, for music at 48 kHz in blocks of 256 frames; None unless `aucat bench` has
        measured it."""
        return _measured(lib.aucat_component_cost(self._pointer))

    @property
    def load_time(self) -> float | None:
        """The milliseconds that it takes until it can play; None unless `aucat bench` has measured it."""
        return _measured(lib.aucat_component_load_time(self._pointer))

    @property
    def memory(self) -> float | None:
        """The millions of bytes that it takes until it can play; None unless `aucat bench` has measured it."""
        return _measured(lib.aucat_component_memory(self._pointer))

    @property
    def has_midi_input(self) -> bool:
        """Whether it receives MIDI."""
        return bool(lib.aucat_component_has_midi_input(self._pointer))

    @property
    def has_midi_output(self) -> bool:
        """Whether it sends MIDI."""
        return bool(lib.aucat_component_has_midi_output(self._pointer))

    @property
    def has_side_chain(self) -> bool:
        """Whether it has a side chain."""
        return bool(lib.aucat_component_has_side_chain(self._pointer))

    @property
    def has_custom_view(self) -> bool:
        """Whether it has a user interface of its own."""
        return bool(lib.aucat_component_has_custom_view(self._pointer))

    @property
    def is_hard_realtime(self) -> bool:
        """Whether its author promises that it is hard real-time safe (`lv2:hardRTCapable`)."""
        return bool(lib.aucat_component_is_hard_realtime(self._pointer))

    @property
    def realtime(self) -> str | None:
        """The evidence for that promise: "proven" or "broken" by a validation, or "claimed" if none has checked it;
        None if the author promises nothing."""
        found = lib.aucat_component_realtime(self._pointer)
        return text(found) if found else None

    @property
    def is_deterministic(self) -> bool | None:
        """Whether a validation got the same output from the same input; None if none has checked it."""
        found = int(lib.aucat_component_deterministic(self._pointer))
        return None if found < 0 else bool(found)

    @property
    def is_in_place_broken(self) -> bool:
        """Whether it can't work in place (`lv2:inPlaceBroken`)."""
        return bool(lib.aucat_component_is_in_place_broken(self._pointer))

    @property
    def is_favorite(self) -> bool:
        """Whether the user has marked it as a favourite."""
        return bool(lib.aucat_component_is_favorite(self._pointer))

    @property
    def is_hidden(self) -> bool:
        """Whether the user has hidden it."""
        return bool(lib.aucat_component_is_hidden(self._pointer))

    @property
    def required_features(self) -> tuple[str, ...]:
        """The URIs of the features that a host must support (`lv2:requiredFeature`)."""
        count = lib.aucat_component_feature_count(self._pointer)
        return tuple(text(lib.aucat_component_feature(self._pointer, index)) for index in range(count))

    @property
    def tags(self) -> tuple[Tag, ...]:
        """All of its tags, by name."""
        return tuple(
            Tag(
                text(lib.aucat_component_tag_name(self._pointer, index)),
                text(lib.aucat_component_tag_identifier(self._pointer, index)),
                TagOrigin(lib.aucat_component_tag_origins(self._pointer, index)),
            )
            for index in range(lib.aucat_component_tag_count(self._pointer))
        )

    @property
    def comment(self) -> str | None:
        """The author's description; None if there is none."""
        return self._described().comment

    @property
    def homepage(self) -> str | None:
        """The address of its home page; None if there is none."""
        return self._described().homepage

    @property
    def project(self) -> str | None:
        """The project that it is part of; None if there is none."""
        return self._described().project

    @property
    def binary(self) -> str | None:
        """The path of its binary; None if there is none."""
        return self._described().binary

    @property
    def icon(self) -> str | None:
        """The path of a picture; None if there is none."""
        return self._described().icon

    @property
    def names(self) -> dict[str | None, str]:
        """Its names in every language that the bundle has, by language; the one without a language has the key
        None."""
        return dict(self._described().names)

    @property
    def ports(self) -> tuple[Port, ...]:
        """Its ports, in the order of their indexes."""
        return self._described().ports

    @property
    def patch_parameters(self) -> tuple[PatchParameter, ...]:
        """Its parameters that are set by messages, not by ports. `parameter_count` counts the writable ones, too."""
        return self._described().patch_parameters

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Its presets, by bank and name."""
        return self._described().presets

    def _described(self) -> Details:
        if self._details is None:
            self._details = Details(call(lib.aucat_describe, self._catalog._opened(), self._pointer))
        return self._details

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Component):
            return NotImplemented
        return self.uri == other.uri

    def __hash__(self) -> int:
        return hash(self.uri)

    def __repr__(self) -> str:
        return f"<Component {self.name!r} {self.uri}>"
