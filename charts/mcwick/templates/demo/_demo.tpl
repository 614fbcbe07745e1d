{{/*
demo.labels are those of what only a try-out has. They take the root context and the name.
*/}}
{{- define "demo.labels" -}}
{{- $root := index . 0 }}{{ $name := index . 1 -}}
app.kubernetes.io/name: {{ $name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/part-of: mcwick
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
mcwick.example/peer: {{ $name }}
{{- end }}

{{/*
demo.address is a Service, and a policy that lets the given peers in and nothing out. Without peers every pod of the house may come.
It takes the root context, the name, the port and the peers.
*/}}
{{- define "demo.address" }}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $port := index . 2 }}{{ $peers := index . 3 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "demo.labels" (list $root $name) | nindent 4 }}
spec:
  selector:
    mcwick.example/peer: {{ $name }}
  ports:
    - name: {{ $name }}
      port: {{ $port }}
      targetPort: {{ $port }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  labels:
    {{- include "demo.labels" (list $root $name) | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      mcwick.example/peer: {{ $name }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports:
        - port: {{ $port }}
      from:
        {{- range $peers }}
        - podSelector: {matchLabels: {mcwick.example/peer: {{ . }}}}
        {{- end }}
  egress: []
{{- end }}

{{/*
demo.claim is a claim of the given size, for a stateful set or by itself.
*/}}
{{- define "demo.claim" -}}
accessModes: [ReadWriteOnce]
resources:
  requests:
    storage: {{ . }}
{{- end }}

{{/*
demo.pod begins the pod spec of a program. It takes the root context and the user that it runs as.
*/}}
{{- define "demo.pod" -}}
{{- $root := index . 0 }}{{ $user := index . 1 -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ $user }}
  runAsGroup: {{ $user }}
  fsGroup: {{ $user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with $root.Values.global.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}
