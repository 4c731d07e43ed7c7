#!/usr/local/bin/node
// `postrider organizations list` in a container: kubectl exec, docker exec. The image has no shell.
require('/app/packages/operator/dist/main.js');
