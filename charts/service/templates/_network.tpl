{{/*
service.network allows what the chart names and nothing else, both ways: from `callers` to its ports, and to its `callees` and what is
`outside`. The kubelet's probes come from the node, which policies let through.
*/}}
{{- define "service.network" }}
{{- if .Values.global.network.enabled }}
{{- range $role := list "serve" "work" }}
{{- if include "service.hasRole" (list $ $role) }}
{{- include "service.policy" (dict "root" $ "role" $role "callers" (index $.Values $role).callers "callees" $.Values.callees "outside" (include "service.outside" $ | fromYamlArray)) }}
{{- end }}
{{- end }}
{{- if .Values.migrations.enabled }}
{{- include "service.policy" (dict "root" . "role" "migrate" "callers" dict "callees" dict "outside" (list "postgresql") "hook" (eq .Values.migrations.when "hook")) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "service.policy" }}
{{- $network := .root.Values.global.network }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "service.title" (list .root .role) }}
  labels:
    {{- include "service.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- if .hook }}
  annotations:
    # Before the job, which could not reach its database in a namespace that denies what no policy allows.
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: "-10"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "service.selector" (list .root .role) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- range $port, $peers := .callers }}
    {{- if or (ne $port "operators") (include "service.hasOperators" $.root) }}
    - ports:
        - port: {{ $port }}
      {{- if has "edge" $peers }}
      {{- with $network.edge }}
      from:
        {{- toYaml . | nindent 8 }}
        - podSelector: {matchLabels: {mcwick.example/peer: release-test}}
      {{- end }}
      {{- else }}
      from:
        {{- range $peers }}
        - podSelector: {matchLabels: {mcwick.example/peer: {{ . }}}}
        {{- end }}
      {{- end }}
    {{- end }}
    {{- end }}
    {{- if ne .role "migrate" }}
    {{- with $network.prometheus }}
    - ports:
        - port: ops
      from:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- end }}
  egress:
    - ports:
        - {port: 53, protocol: UDP}
        - {port: 53, protocol: TCP}
      {{- with $network.dns }}
      to:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- range $callee := .callees }}
    - ports:
        - port: {{ $callee.port }}
      to:
        - podSelector: {matchLabels: {mcwick.example/peer: {{ $callee.peer }}}}
    {{- end }}
    {{- range $place := .outside }}
    {{- with get $network.outside $place }}
    {{- if and $network.named (not .to) }}{{ fail (printf "global.network.outside.%s.to is empty: with global.network.named it says which addresses %s may reach" $place (include "service.name" $.root)) }}{{ end }}
    - ports:
        {{- range .ports }}
        - port: {{ . }}
        {{- end }}
      {{- with .to }}
      to:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- end }}
{{- end }}

{{/*
service.outside are the places outside the house that the pods reach.
*/}}
{{- define "service.outside" -}}
{{- $all := list }}
{{- range .Values.outside }}
{{- with tpl . $ }}{{ $all = append $all . }}{{ end }}
{{- end }}
{{- if .Values.global.telemetry.endpoint }}{{ $all = append $all "telemetry" }}{{ end }}
{{- toYaml $all }}
{{- end }}
