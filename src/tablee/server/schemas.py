"""The protocol as JSON Schema, from which other languages' types are made."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tablee.server import protocol as p


@cache
def protocol_schema() -> dict[str, Any]:
    (asked, answered, *_), parts = msgspec.json.schema_components(
        [p.Asked, p.Answer, p.NewTable, p.NewSession, p.Claim], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tablée",
        "version": p.PROTOCOL,
        "anyOf": [{"$ref": "#/$defs/Asked"}, {"$ref": "#/$defs/Answer"}],
        "$defs": {**parts, "Asked": asked, "Answer": answered},
    }
