# Commands of the project. Each installs what it needs first; see README.md.
.DEFAULT_GOAL := help
.PHONY: help up dev down reset logs status publish postrider cli test test-all bench faults version release

# make logs ARGS="--email <id>"
logs:
	@packages/devtools/bin/postrider logs $(ARGS)

up dev down reset status publish test test-all bench faults version release:
	@packages/devtools/bin/postrider $@

# The operator's commands: make postrider ARGS="organizations list"
postrider:
	@packages/operator/bin/postrider $(ARGS)

# The developers' command line with the stack's test key: make cli ARGS="listen --forward-to localhost:3000"
cli:
	@packages/cli/bin/postrider-cli $(ARGS)

help:
	@packages/devtools/bin/postrider --help
