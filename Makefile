# Commands of the project. Each installs what it needs first; see README.md.
.DEFAULT_GOAL := help
.PHONY: help up dev down reset logs status test bench faults

up dev down reset logs status test bench faults:
	@packages/testkit/bin/postrider $@

help:
	@packages/testkit/bin/postrider --help
