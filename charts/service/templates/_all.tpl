{{/*
service.defaults lets the chart's values win over those that this library brings. Every template of a chart begins with it.
*/}}
{{- define "service.defaults" -}}
{{- if .Values.service }}
{{- $_ := set . "Values" (mustMergeOverwrite (deepCopy .Values.service) (omit .Values "service")) }}
{{- end }}
{{- end }}

{{/*
service.all is everything that a chart of a service renders. It takes the chart's root context.
*/}}
{{- define "service.all" -}}
{{- include "service.defaults" . }}
{{- include "service.checkModeration" . }}
{{- include "service.checkVariables" . }}
{{- include "service.checkSecrets" . }}
{{- include "service.account" . }}
{{- include "service.files" . }}
{{- include "service.certificate" . }}
{{- range $role := list "serve" "work" }}
{{- if include "service.hasRole" (list $ $role) }}
{{- include "service.workload" (list $ $role) }}
{{- end }}
{{- end }}
{{- include "service.migrate" . }}
{{- include "service.addresses" . }}
{{- include "service.network" . }}
{{- end }}

{{/*
service.workload is a role's deployment with what guards and scales it. It takes the root context and the role.
*/}}
{{- define "service.workload" -}}
{{- include "service.deployment" . }}
{{- include "service.disruption" . }}
{{- include "service.scaling" . }}
{{- end }}
