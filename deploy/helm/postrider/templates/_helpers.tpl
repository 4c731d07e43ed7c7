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
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
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

{{/* The five services: what differs between them and is no value. `secrets` are settings that come
from the Secret, `optional` those that do where secrets.optionalKeys names them: a service gets no secret that it does not read. */}}
{{- define "postrider.services" -}}
api-gateway:
  key: apiGateway
  healthPort: 4100
  ports: { http: 4000 }
  secrets: [DATABASE_URL, REDIS_URL, AMQP_URL, MASTER_KEY, LINK_SECRET, RELAY_SECRET]
  optional: [MASTER_KEYS_PREVIOUS, LINK_SECRETS_PREVIOUS, RELAY_SECRETS_PREVIOUS, CLOUDFLARE_API_TOKEN]
smtp-relay:
  key: smtpRelay
  healthPort: 4101
  ports: { starttls: 2587, tls: 2465, inbound: 2525 }
  secrets: [DATABASE_URL, AMQP_URL, RELAY_SECRET, RETURN_PATH_SECRET]
  optional: [RETURN_PATH_SECRETS_PREVIOUS]
send-worker:
  key: sendWorker
  healthPort: 4102
  ports: {}
  secrets: [DATABASE_URL, REDIS_URL, AMQP_URL, MASTER_KEY, LINK_SECRET, RETURN_PATH_SECRET]
  optional: [MASTER_KEYS_PREVIOUS, LINK_SECRETS_PREVIOUS, RETURN_PATH_SECRETS_PREVIOUS, SENDGRID_API_KEY]
webhook-dispatcher:
  key: webhookDispatcher
  healthPort: 4103
  ports: {}
  secrets: [DATABASE_URL, REDIS_URL, AMQP_URL, MASTER_KEY]
  optional: [MASTER_KEYS_PREVIOUS]
metrics-aggregator:
  key: metricsAggregator
  healthPort: 4104
  ports: {}
  secrets: [DATABASE_URL, REDIS_URL, AMQP_URL]
  optional: []
{{- end -}}

{{/* Plain settings of a service, from those of all, of the service, and what the chart knows: {NAME: value}. */}}
{{- define "postrider.settings" -}}
{{- $values := .root.Values -}}
{{- $own := index $values .service.key -}}
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
{{- toYaml (mergeOverwrite $known $values.settings $own.settings) -}}
{{- end -}}

{{/* The env of a container: plain settings, then those of the Secret. */}}
{{- define "postrider.env" -}}
{{- $secret := .root.Values.secrets -}}
{{- range $name, $value := include "postrider.settings" . | fromYaml }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ toString $value | quote }} }
{{- end }}
{{- end }}
{{- $optional := .service.optional -}}
{{- range $name := concat .service.secrets $secret.optionalKeys }}
{{- if or (not (has $name $secret.optionalKeys)) (has $name $optional) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret.existingSecret }}, key: {{ default $name (get $secret.keyNames $name) }} }
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
    secretKeyRef:
      name: {{ .root.Values.secrets.existingSecret }}
      key: {{ default "DATABASE_URL" (get .root.Values.secrets.keyNames "DATABASE_URL") }}
{{- with .pods.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
