{{/*
service.account is who the pods are: nobody that the cluster's API knows anything to do for.
*/}}
{{- define "service.account" }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "service.name" . }}
  labels:
    {{- include "service.labels" . | nindent 4 }}
  {{- with .Values.accountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{/*
service.files is a file for each variable that names one. Structured content becomes JSON.
*/}}
{{- define "service.files" }}
{{- with .Values.files }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "service.name" $ }}-files
  labels:
    {{- include "service.labels" $ | nindent 4 }}
data:
  {{- range $variable, $content := . }}
  {{- if ne (toString $content) "" }}
  {{ $variable }}: |
    {{- $content | kindIs "string" | ternary $content (toPrettyJson $content) | nindent 4 }}
  {{- end }}
  {{- end }}
{{- end }}
{{- end }}

{{/*
service.addresses are the Services. Callers of gRPC balance over all pods themselves, so theirs is headless; HTTP has one address, of a name
of its own where there is gRPC too.
*/}}
{{- define "service.addresses" }}
{{- $name := include "service.name" . }}
{{- if has "grpc" .Values.serve.ports }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "service.labels" . | nindent 4 }}
spec:
  clusterIP: None
  selector:
    {{- include "service.selector" (list . "serve") | nindent 4 }}
  ports:
    - name: grpc
      port: 9090
      targetPort: grpc
      appProtocol: grpc
    {{- if include "service.hasOperators" . }}
    - name: operators
      port: 9092
      targetPort: operators
      appProtocol: grpc
    {{- end }}
{{- end }}
{{- if has "http" .Values.serve.ports }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}{{ if has "grpc" .Values.serve.ports }}-http{{ end }}
  labels:
    {{- include "service.labels" . | nindent 4 }}
spec:
  selector:
    {{- include "service.selector" (list . "serve") | nindent 4 }}
  ports:
    - name: http
      port: 8080
      targetPort: http
      appProtocol: http
{{- end }}
{{- end }}

{{/*
service.certificate asks cert-manager for the certificate of the service's programs. Their name for others is in its URI; the host names are
those of the Services, and localhost for operators who come through a tunnel.
*/}}
{{- define "service.certificate" }}
{{- if and (include "service.hasCertificate" .) .Values.global.mtls.issuer.name }}
{{- $name := include "service.name" . }}
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: {{ $name }}-mtls
  labels:
    {{- include "service.labels" . | nindent 4 }}
spec:
  secretName: {{ $name }}-mtls
  issuerRef:
    name: {{ .Values.global.mtls.issuer.name }}
    kind: {{ .Values.global.mtls.issuer.kind }}
  duration: 2160h
  renewBefore: 720h
  privateKey: {algorithm: ECDSA, size: 256, rotationPolicy: Always}
  usages: [digital signature, server auth, client auth]
  uris: ["spiffe://{{ .Release.Namespace }}/{{ .Chart.Name }}"]
  dnsNames:
    {{- range $host := list $name (printf "%s-http" $name) (printf "%s-pods" $name) }}
    - {{ $host }}
    - {{ $host }}.{{ $.Release.Namespace }}.svc
    {{- end }}
    - localhost
  ipAddresses: ["127.0.0.1", "::1"] # of operators who come in through a tunnel
{{- end }}
{{- end }}
