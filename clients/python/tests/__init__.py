"""Tests of the client: `PYTHONPATH=src python3 -m unittest` in clients/python."""
