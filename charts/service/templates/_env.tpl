{{/*
service.env is the environment of a role's program. It takes the root context and the role. Numbers are written as JSON has them, because
toString makes 1e+06 of a million that comes from a file.
*/}}
{{- define "service.env" -}}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $workload := index $root.Values $role -}}
- name: DRAIN
  value: {{ $root.Values.drainSeconds }}s
- name: PPROF_ADDR # kubectl port-forward reaches it, and no other pod
  value: 127.0.0.1:6060
- name: GOMEMLIMIT
  value: {{ include "service.goMemory" $workload }}
{{- with $root.Values.global.telemetry }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .share | quote }}
{{- if .metrics }}
- name: OTEL_METRICS_EXPORTER
  value: prometheus,otlp
{{- end }}
{{- end }}
{{- end }}
{{- with $root.Values.jobs.variable }}
- name: {{ . }}
  value: {{ include "service.jobs" (list $root $role) | quote }}
{{- end }}
{{- range $variable, $callee := $root.Values.callees }}
- name: {{ $variable }}
  value: {{ include "service.address" (list $root $callee) | quote }}
{{- end }}
{{- range $variable, $value := $root.Values.config }}
- name: {{ $variable }}
  value: {{ tpl (kindIs "string" $value | ternary $value (toJson $value)) $root | quote }}
{{- end }}
{{- range $variable, $content := $root.Values.files }}
{{- if ne (toString $content) "" }}
- name: {{ $variable }}
  value: /etc/mcwick/files/{{ $variable }}
{{- end }}
{{- end }}
{{- include "service.requireTLS" $root }}
{{- if include "service.hasCertificate" $root }}
- name: MTLS_DIR
  value: /run/mcwick/mtls
{{- end }}
{{- include "service.secretFiles" $root.Values.secrets }}
{{- range $variable, $from := $root.Values.secretEnv }}
{{- if $from.existingSecret }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.existingSecret }}
      key: {{ $from.key }}
{{- end }}
{{- end }}
{{- end }}

{{/*
service.requireTLS has the program refuse a database and a Redis that do not prove who they are.
*/}}
{{- define "service.requireTLS" -}}
{{- if .Values.global.requireTLS }}
{{- range $variable := list "DATABASE_REQUIRE_TLS" "REDIS_REQUIRE_TLS" }}
{{- if has $variable (splitList "\n" ($.Files.Get "variables.txt")) }}
- name: {{ $variable }}
  value: "true"
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
service.address is where a callee is. gRPC is balanced by the caller, so it gets every pod's address from a headless service.
*/}}
{{- define "service.address" -}}
{{- $root := index . 0 }}{{ $callee := index . 1 }}
{{- $host := $callee.host | default $callee.peer }}
{{- if eq $callee.port "grpc" }}dns:///{{ $host }}.{{ $root.Release.Namespace }}.svc:9090{{ else if eq $callee.port "operators" }}dns:///{{ $host }}.{{ $root.Release.Namespace }}.svc:9092{{ else }}{{ if and $callee.certificate $root.Values.global.mtls.enabled }}https{{ else }}http{{ end }}://{{ $host }}:8080{{ $callee.path }}{{ end }}
{{- end }}

{{/*
service.hasCertificate is not empty when the program has a certificate: global.mtls is on, and it is a program of ours that calls others or is
called.
*/}}
{{- define "service.hasCertificate" -}}
{{- if and .Values.global.mtls.enabled (has "MTLS_DIR" (splitList "\n" (.Files.Get "variables.txt"))) }}yes{{ end }}
{{- end }}

{{/*
service.ports are the ports of a role by name: those that the chart says, the one for operations, and the operators' when somebody is one.
*/}}
{{- define "service.ports" -}}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $workload := index $root.Values $role }}
{{- $all := dict "grpc" 9090 "ops" 9091 "operators" 9092 "http" 8080 }}
{{- $names := append $workload.ports "ops" }}
{{- if and (eq $role "serve") (include "service.hasOperators" $root) }}{{ $names = append $names "operators" }}{{ end }}
{{- range $names }}
- name: {{ . }}
  containerPort: {{ get $all . }}
{{- end }}
{{- end }}

{{/*
service.hasOperators is not empty when a secret says who the operators are; without one their port stays closed.
*/}}
{{- define "service.hasOperators" -}}
{{- dig "OPERATORS" "existingSecret" "" .Values.secrets }}
{{- end }}
