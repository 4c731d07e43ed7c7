"""The generated files are those of docs/openapi.json."""

from __future__ import annotations

import subprocess
import sys
import typing
import unittest
from pathlib import Path

from postrider import resources, types

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "generate.py"


class GeneratedTest(unittest.TestCase):
    """Types and methods."""

    def test_they_are_those_of_the_document(self) -> None:
        done = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_every_name_in_a_type_exists(self) -> None:
        for name, value in vars(types).items():
            if isinstance(value, type) and issubclass(value, dict):
                with self.subTest(name):
                    typing.get_type_hints(value)
        for resource in vars(resources).values():
            if isinstance(resource, type) and resource.__name__.endswith("Resource"):
                for method in vars(resource).values():
                    if callable(method):
                        typing.get_type_hints(method, vars(resources), vars(types))

    def test_required_fields(self) -> None:
        self.assertEqual(types.SendEmailRequest.__required_keys__, {"from", "to"})
        self.assertIn("subject", types.SendEmailRequest.__optional_keys__)
