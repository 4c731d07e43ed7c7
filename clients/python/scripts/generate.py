"""Writes the types and the plain methods of the client from docs/openapi.json.

`python3 scripts/generate.py` writes the files, `--check` only says whether they are those of the document.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parents[2] / "docs" / "openapi.json"
TARGET = HERE.parent / "src" / "postrider"
#: They take attachments, or several requests: client.py has them.
HAND_WRITTEN = {"sendEmail", "sendEmailBatch"}
#: The client takes more than the API.
WIDER = {("Attachment", "content"): "Union[str, bytes]"}
Schema = Dict[str, Any]


def main() -> int:
    """Writes or checks the files."""
    document = json.loads(DOCUMENT.read_text())
    files = {"types.py": write_types(document), "resources.py": write_resources(document)}
    stale = [name for name, code in files.items() if not (TARGET / name).exists() or (TARGET / name).read_text() != code]
    if "--check" in sys.argv:
        for name in stale:
            print(f"{name} is not that of docs/openapi.json: run python3 clients/python/scripts/generate.py")
        return 1 if stale else 0
    for name in stale:
        (TARGET / name).write_text(files[name])
    return 0


def type_name(component: str) -> str:
    """Not one that would hide a class of the language."""
    return "ErrorBody" if component == "Error" else component


def type_of(schema: Schema) -> str:
    """The type of a value, with components as quoted names."""
    if "x-type" in schema:
        return schema["x-type"]
    if "$ref" in schema:
        return f'"{type_name(schema["$ref"].rsplit("/", 1)[1])}"'
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    variants = schema.get("anyOf") or schema.get("oneOf")
    if variants:
        return union(type_of(variant) for variant in variants)
    kind = schema.get("type")
    if isinstance(kind, list):
        return union(type_of({**schema, "type": each}) for each in kind)
    if kind == "array":
        return f"List[{type_of(schema.get('items', {}))}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Dict[str, {type_of(values) if isinstance(values, dict) else 'Any'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}.get(kind, "Any")


def union(types: Iterator[str]) -> str:
    """One of several types, each named once."""
    names = list(dict.fromkeys(types))
    if "Any" in names:
        return "Any"
    return names[0] if len(names) == 1 else f"Union[{', '.join(names)}]"


def write_types(document: Schema) -> str:
    """A TypedDict for each object of the document, and an alias for each of the others."""
    classes: List[str] = []
    aliases: List[str] = []
    for component, schema in document["components"]["schemas"].items():
        name = type_name(component)
        if schema.get("type") == "object" and "properties" in schema:
            classes.append(typed_dict(name, schema))
        else:
            aliases.append(f"{comment(schema.get('description', ''), '')}{name} = {type_of(schema)}\n")
    hooks = [hook["post"]["requestBody"]["content"]["application/json"]["schema"] for hook in document["webhooks"].values()]
    aliases.append(f"#: The body of a webhook.\nWebhookEvent = {union(type_of(hook) for hook in hooks)}\n")
    head = '"""Objects of the API. Made from docs/openapi.json by scripts/generate.py."""\n\n'
    return head + "from typing import Any, Dict, List, Literal, TypedDict, Union\n\n\n" + "\n\n".join([*classes, *aliases])


def typed_dict(name: str, schema: Schema) -> str:
    """Required fields stand in a class of their own: Python 3.9 knows no other way."""
    required = set(schema.get("required", []))
    fields = [
        (field, {**value, "x-type": WIDER[name, field]} if (name, field) in WIDER else value)
        for field, value in schema["properties"].items()
    ]
    needed = [(field, value) for field, value in fields if field in required]
    optional = [(field, value) for field, value in fields if field not in required]
    doc = schema.get("description", "")
    if not optional:
        return declaration(name, needed, "TypedDict", doc)
    if not needed:
        return declaration(name, optional, "TypedDict, total=False", doc)
    base = declaration(f"_{name}Required", needed, "TypedDict", "")
    return base + "\n\n" + declaration(name, optional, f"_{name}Required, total=False", doc)


def declaration(name: str, fields: List[Tuple[str, Schema]], bases: str, doc: str) -> str:
    """A class, or a call where a field has a name that is none in Python."""
    is_plain = all(field.isidentifier() and not keyword.iskeyword(field) for field, _ in fields)
    if is_plain:
        lines = [f'    {comment(value.get("description", ""))}{field}: {type_of(value)}\n' for field, value in fields]
        return f"class {name}({bases}):\n{docstring(doc or 'Its required fields.')}\n{''.join(lines)}"
    base, *options = bases.split(", ")
    of_call = name if base == "TypedDict" else f"_{name}Fields"
    rows = [f'        {comment(value.get("description", ""), " " * 8)}"{field}": {type_of(value)},\n' for field, value in fields]
    total = f"    {options[0]},\n" if options else ""
    call = f'{of_call} = TypedDict(\n    "{of_call}",\n    {{\n{"".join(rows)}    }},\n{total})\n'
    if base == "TypedDict":
        return comment(doc, "") + call
    return call + f"\n\nclass {name}({base}, {of_call}):\n{docstring(doc)}"


def comment(text: str, indent: str = "    ") -> str:
    """A comment above a field, which is indented already."""
    lines = [line for part in text.split("\n") for line in textwrap.wrap(part, 100)]
    return "".join(f"#: {line}\n{indent}" for line in lines)


def docstring(text: str, indent: str = "    ") -> str:
    """A docstring, wrapped."""
    paragraphs = [textwrap.fill(part, 108, initial_indent=indent, subsequent_indent=indent) for part in text.split("\n")]
    body = "\n".join(paragraphs).strip().replace("\\", "\\\\")
    if "\n" not in body and len(body) < 100:
        return f'{indent}"""{body}"""\n'
    return f'{indent}"""{body}\n{indent}"""\n'


def operations(document: Schema) -> Iterator[Tuple[str, str, Schema]]:
    """Method, path and operation of each endpoint."""
    for path, item in document["paths"].items():
        for method in ("get", "post", "patch", "delete"):
            if method in item:
                yield method.upper(), path, item[method]


def write_resources(document: Schema) -> str:
    """A class for each resource, with a method for each operation."""
    methods: Dict[str, List[str]] = {}
    for method, path, operation in operations(document):
        resource, name = operation["x-sdk-method"].split(".")
        own = methods.setdefault(resource, [])
        if operation["operationId"] not in HAND_WRITTEN:
            own.append(method_of(method, path, operation, snake_case(name), document))
    classes = [
        f"class {class_name(resource)}(_Resource):\n{docstring(title(resource))}\n" + "\n".join(own)
        for resource, own in methods.items()
    ]
    fields = "".join(f"        self.{snake_case(resource)} = {class_name(resource)}(api)\n" for resource in methods)
    group = (
        f"class Resources:\n{docstring('The resources of the API.')}\n"
        f"    def __init__(self, api: Api) -> None:\n{fields}"
    )
    return RESOURCES_HEAD + "\n\n".join([*classes, group])


RESOURCES_HEAD = '''"""Methods of the client. Made from docs/openapi.json by scripts/generate.py."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, Dict, List, Literal, Optional, Union, cast

from . import types
from ._api import Api
from ._call import Options, Request, path_of
from .pages import Pages


class _Resource:
    def __init__(self, api: Api) -> None:
        self._api = api


'''


def title(resource: str) -> str:
    """What the class of a resource is for."""
    words = snake_case(resource).replace("_", " ").replace("api", "API")
    return f"{words[:1].upper()}{words[1:]}."


def class_name(resource: str) -> str:
    """The class of a resource."""
    return f"{resource[:1].upper()}{resource[1:]}Resource"


def snake_case(name: str) -> str:
    """A name as Python writes it."""
    text = re.sub("([A-Z])", lambda letter: "_" + letter.group(1).lower(), name)
    return f"{text}_" if keyword.iskeyword(text) else text


def method_of(method: str, path: str, operation: Schema, name: str, document: Schema) -> str:
    """The code of a method."""
    parts = re.findall(r"\{(\w+)\}", path)
    parameters = operation.get("parameters", [])
    query = [each for each in parameters if each["in"] == "query" and each["name"] not in ("format", "wait")]
    is_keyed = any(each["name"] == "Idempotency-Key" for each in parameters)
    content = operation.get("requestBody", {}).get("content", {})
    is_csv = "text/csv" in content
    arguments = ["self", *(f"{part}: {'int' if part in ('version', 'index') else 'str'}" for part in parts)]
    if content:
        body = "bytes" if is_csv else prefixed(type_of(content["application/json"]["schema"]))
        is_needed = operation["requestBody"].get("required")
        arguments.append(f"body: {body}" if is_needed else f"body: Optional[{body}] = None")
    arguments.append("*")
    arguments += [query_argument(each) for each in sorted(query, key=lambda each: not each.get("required"))]
    if is_keyed:
        arguments.append("idempotency_key: Optional[str] = None")
    arguments.append("options: Optional[Options] = None")
    answer, read, is_list = answer_of(operation, document)
    request = [f'"{method}"', f'path_of("{re.sub(chr(123) + ".*?" + chr(125), "{}", path)}", {", ".join(parts)})' if parts else f'"{path}"']
    request += ["query=query"] if query and not is_list else []
    request += ["body=body"] if content else []
    request += ['content_type="text/csv"'] if is_csv else []
    request += [f'read="{read}"'] if read != "json" else []
    request += ["idempotency_key=idempotency_key or str(uuid.uuid4())"] if is_keyed else []
    text = "\n\n".join(filter(None, [operation.get("summary", "") + ".", operation.get("description")]))
    values = ", ".join(f'"{each["name"]}": {argument_name(each["name"])}' for each in query)
    lines = [f"        query = {{{values}}}\n"] if query else []
    if is_list:
        request.append("query=place")
        query_name = "query" if query else "{}"
        lines.append(f"        path = {request[1]}\n        request = lambda place: Request({request[0]}, path, query=place)\n")
        lines.append(f"        return Pages(lambda place: self._api.call(request(place), options), {query_name})\n")
    else:
        call = f"self._api.call(Request({', '.join(request)}), options)"
        lines.append(f"        {call}\n" if answer == "None" else f'        return cast("{answer}", {call})\n')
    head = f"    def {name}(\n" + "".join(f"        {argument},\n" for argument in arguments) + f"    ) -> {answer}:\n"
    return head + docstring(text, " " * 8) + "".join(lines)


def argument_name(name: str) -> str:
    """A name that is one in Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def query_argument(parameter: Schema) -> str:
    """A keyword argument. A time may be a datetime."""
    schema = parameter["schema"]
    kind = prefixed(type_of(schema))
    if schema.get("format") == "date-time":
        kind = "Union[str, datetime]"
    name = argument_name(parameter["name"])
    return f"{name}: {kind}" if parameter.get("required") else f"{name}: Optional[{kind}] = None"


def prefixed(kind: str) -> str:
    """Components are those of the module types."""
    return re.sub(r'"(\w+)"', r"types.\1", kind)


def answer_of(operation: Schema, document: Schema) -> Tuple[str, str, bool]:
    """Type of the answer, what it is read as, and whether it is a list."""
    content = next(value for status, value in operation["responses"].items() if status.startswith("2")).get("content")
    if not content:
        return "None", "none", False
    if "application/json" not in content:
        return "bytes", "bytes", False
    reference = content["application/json"]["schema"]
    schema = document["components"]["schemas"][reference["$ref"].rsplit("/", 1)[1]]
    fields = schema.get("properties", {})
    if "next_cursor" in fields and "items" in fields.get("data", {}):
        return f"Pages[{prefixed(type_of(fields['data']['items']))}]", "json", True
    return prefixed(type_of(reference)), "json", False


if __name__ == "__main__":
    sys.exit(main())
