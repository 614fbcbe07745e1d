{{/*
service.name is what the service is called, and by which others find it: not the release's name, because addresses inside the house
are fixed. One namespace has one house.
*/}}
{{- define "service.name" -}}
{{- .Values.name | default .Chart.Name }}
{{- end }}

{{/*
service.title is the name of a role's objects. The role that serves has the service's own.
*/}}
{{- define "service.title" -}}
{{- $root := index . 0 }}{{ $role := index . 1 }}
{{- include "service.name" $root }}{{ if ne $role "serve" }}-{{ $role }}{{ end }}
{{- end }}

{{/*
service.labels are those of every object.
*/}}
{{- define "service.labels" -}}
app.kubernetes.io/name: {{ include "service.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: mcwick
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ include "service.tag" . | trunc 63 | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end }}

{{/*
service.selector are the labels that tell a role's pods from all others. They never change.
*/}}
{{- define "service.selector" -}}
{{- $root := index . 0 }}{{ $role := index . 1 -}}
app.kubernetes.io/name: {{ include "service.name" $root }}
app.kubernetes.io/component: {{ $role }}
{{- end }}

{{/*
service.podLabels are those of a role's pods. Policies know pods by the label peer.
*/}}
{{- define "service.podLabels" -}}
{{- $root := index . 0 }}{{ $role := index . 1 -}}
{{ include "service.labels" $root }}
app.kubernetes.io/component: {{ $role }}
mcwick.example/peer: {{ include "service.peer" . }}
{{- end }}

{{/*
service.peer is what the others' policies call a role's pods. A migration calls nobody but the database, so it is a peer of its own.
*/}}
{{- define "service.peer" -}}
{{- $root := index . 0 }}{{ $role := index . 1 }}
{{- if eq $role "migrate" }}migrate{{ else }}{{ $root.Values.peer | default (include "service.name" $root) }}{{ end }}
{{- end }}

{{- define "service.tag" -}}
{{- .Values.image.tag | default .Values.global.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/*
service.image is the image's full name. A digest counts more than a tag.
*/}}
{{- define "service.image" -}}
{{- with .Values.global.image.registry }}{{ trimSuffix "/" . }}/{{ end }}
{{- required "image.name says which image this is" .Values.image.name }}
{{- with .Values.image.digest }}@{{ . }}{{ else }}:{{ include "service.tag" . }}{{ end }}
{{- end }}
