{{- define "postrider.name" -}}
{{- printf "%s-%s" .root.Release.Name .component | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "postrider.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}
{{- end -}}

{{/* What selects the pods of a component. */}}
{{- define "postrider.selector" -}}
app.kubernetes.io/name: postrider
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "postrider.labels" -}}
{{ include "postrider.selector" . }}
app.kubernetes.io/part-of: postrider
app.kubernetes.io/version: {{ default .root.Chart.AppVersion .root.Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "postrider.serviceAccountName" -}}
{{ default .Release.Name .Values.serviceAccount.name }}
{{- end -}}

{{/* What a service or a Job sets for its pods: its own values over those of all pods; lists named extra… are added to them. */}}
{{- define "postrider.pods" -}}
{{- $all := .root.Values.pods -}}
{{- $own := .own -}}
{{- $merged := mergeOverwrite (deepCopy $all) (deepCopy $own) -}}
{{- range $list := list "extraEnv" "extraEnvFrom" "extraVolumes" "extraVolumeMounts" -}}
{{- $_ := set $merged $list (concat (default list (get $all $list)) (default list (get $own $list))) -}}
{{- end -}}
{{- toYaml $merged -}}
{{- end -}}

{{/* Fields of a pod's spec that Deployments and Jobs share. */}}
{{- define "postrider.podSpec" -}}
{{- $pods := .pods -}}
# No process talks to Kubernetes.
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- toYaml $pods.securityContext | nindent 2 }}
{{- with $pods.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Labels and annotations of a pod. */}}
{{- define "postrider.podMetadata" -}}
labels:
  {{- include "postrider.labels" . | nindent 2 }}
  {{- with .pods.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .pods.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "postrider.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- with .pods.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "postrider.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- with .pods.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The five services: what differs between them and is no value. files/settings.json, made from their config.ts, adds the names of
the `settings` that each reads, of its `secrets`, and of its `optionalSecrets`, which it gets where secrets.optionalKeys names them. */}}
{{- define "postrider.services" -}}
{{- $read := .Files.Get "files/settings.json" | fromJson -}}
{{- $services := dict
  "api-gateway" (dict "key" "apiGateway" "healthPort" 4100 "ports" (dict "http" 4000))
  "smtp-relay" (dict "key" "smtpRelay" "healthPort" 4101 "ports" (dict "starttls" 2587 "tls" 2465 "inbound" 2525))
  "send-worker" (dict "key" "sendWorker" "healthPort" 4102 "ports" dict)
  "webhook-dispatcher" (dict "key" "webhookDispatcher" "healthPort" 4103 "ports" dict)
  "metrics-aggregator" (dict "key" "metricsAggregator" "healthPort" 4104 "ports" dict) -}}
{{- range $component, $service := $services -}}
{{- $_ := merge $service (get $read $component) -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* Plain settings of a service, from those of all, of the service, and what the chart knows: {NAME: value}. */}}
{{- define "postrider.settings" -}}
{{- $values := .root.Values -}}
{{- $own := index $values .service.key -}}
{{- $service := .service -}}
{{- $known := dict
  "HEALTH_PORT" (toString .service.healthPort)
  "SHUTDOWN_GRACE_MS" (toString (int $values.pods.shutdownGraceMs))
  "DATABASE_POOL_SIZE" (toString (int $own.databasePoolSize)) -}}
{{- if eq .component "api-gateway" -}}
{{- $_ := set $known "PLATFORM_HOST" $values.platform.host -}}
{{- $_ := set $known "PUBLIC_URL" $values.platform.publicUrl -}}
{{- end -}}
{{- if eq .component "smtp-relay" -}}
{{- $_ := set $known "PLATFORM_HOST" $values.platform.host -}}
{{- $_ := set $known "API_URL" (printf "http://%s:%v" (include "postrider.name" (dict "root" .root "component" "api-gateway")) $values.apiGateway.service.port) -}}
{{- $_ := set $known "SMTP_NAME" $own.name -}}
{{- $_ := set $known "SMTP_TLS_KEY_FILE" "/etc/postrider/tls/tls.key" -}}
{{- $_ := set $known "SMTP_TLS_CERT_FILE" "/etc/postrider/tls/tls.crt" -}}
{{- $_ := set $known "PROXY_PROTOCOL_FROM" (join "," $own.proxyProtocolFrom) -}}
{{- end -}}
{{- if eq .component "send-worker" -}}
{{- $_ := set $known "PLATFORM_HOST" $values.platform.host -}}
{{- $_ := set $known "PUBLIC_URL" $values.platform.publicUrl -}}
{{- $_ := set $known "EHLO_NAME" $values.platform.ehloName -}}
{{- with $own.platformDkim -}}
{{- if .secret -}}
{{- $_ := set $known "PLATFORM_DKIM_DOMAIN" .domain -}}
{{- $_ := set $known "PLATFORM_DKIM_SELECTOR" .selector -}}
{{- $_ := set $known "PLATFORM_DKIM_KEY_FILE" "/etc/postrider/dkim/private.pem" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if eq .component "metrics-aggregator" -}}
{{- $_ := set $known "PLATFORM_FROM" $values.platform.from -}}
{{- end -}}
{{- /* Of the settings of all services, those that this one reads. */ -}}
{{- range $name, $value := $values.settings -}}
{{- if or (has $name $service.settings) (has (trimSuffix "_FILE" $name) $service.settings) (hasPrefix "OTEL_" $name) -}}
{{- $_ := set $known $name $value -}}
{{- end -}}
{{- end -}}
{{- toYaml (mergeOverwrite $known $own.settings) -}}
{{- end -}}

{{/* A value as an environment variable: large numbers of YAML come as 2.6e+07. */}}
{{- define "postrider.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end -}}

{{/* A quantity of Kubernetes in thousandths: 250m, 1, 512Mi. */}}
{{- define "postrider.quantity" -}}
{{- $text := include "postrider.text" . -}}
{{- $unit := regexFind "[a-zA-Z]*$" $text -}}
{{- $factors := dict "m" 1 "" 1000 "k" 1e6 "M" 1e9 "G" 1e12 "T" 1e15 "Ki" 1024e3 "Mi" 1048576e3 "Gi" 1073741824e3 "Ti" 1099511627776e3 -}}
{{- mulf (float64 (trimSuffix $unit $text)) (float64 (get $factors $unit)) | int64 -}}
{{- end -}}

{{/* Where the secret setting `name` is: existingSecret, or the Secret of its own that existingSecretKeys names. */}}
{{- define "postrider.secretKey" -}}
{{- $own := default dict (get .secrets.existingSecretKeys .name) -}}
{{- $key := default .name (get .secrets.keyNames .name) -}}
{{- dict "name" (default .secrets.existingSecret $own.name) "key" (default $key $own.key) | toJson -}}
{{- end -}}

{{/* Fields of a Service's spec that follow from its `service` values. */}}
{{- define "postrider.serviceSpec" -}}
type: {{ .type }}
{{- if ne .type "ClusterIP" }}
{{- with .externalTrafficPolicy }}
externalTrafficPolicy: {{ . }}
{{- end }}
{{- end }}
{{- if eq .type "LoadBalancer" }}
{{- with .loadBalancerClass }}
loadBalancerClass: {{ . }}
{{- end }}
{{- with .loadBalancerSourceRanges }}
loadBalancerSourceRanges:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .ipFamilyPolicy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .ipFamilies }}
ipFamilies:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The port of a node, where one is chosen. */}}
{{- define "postrider.nodePort" -}}
{{- with get (default dict .service.nodePorts) .name }}, nodePort: {{ int . }}{{ end -}}
{{- end -}}

{{/* The env of a container: plain settings, then those of the Secret. */}}
{{- define "postrider.env" -}}
{{- $secret := .root.Values.secrets -}}
{{- range $name, $value := include "postrider.settings" . | fromYaml }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ include "postrider.text" $value | quote }} }
{{- end }}
{{- end }}
{{- $optional := .service.optionalSecrets -}}
{{- range $name := concat .service.secrets $secret.optionalKeys }}
{{- if or (not (has $name $secret.optionalKeys)) (has $name $optional) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: {{ include "postrider.secretKey" (dict "secrets" $secret "name" $name) }}
{{- end }}
{{- end }}
{{- with .pods.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The most replicas that a service may have. */}}
{{- define "postrider.replicasMax" -}}
{{- if .autoscaling.enabled }}{{ int .autoscaling.maxReplicas }}{{ else }}{{ int .replicas }}{{ end -}}
{{- end -}}

{{/* The environment of commands that need the database alone. */}}
{{- define "postrider.databaseEnv" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: {{ include "postrider.secretKey" (dict "secrets" .root.Values.secrets "name" "DATABASE_URL") }}
{{- with .pods.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
