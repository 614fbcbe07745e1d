{{/*
service.places are a role's volumes: a mount point and a source each. It takes the root context and the role.
*/}}
{{- define "service.hasSecrets" -}}
{{- range $variable, $from := . }}{{ if $from.existingSecret }}yes{{ end }}{{ end }}
{{- end }}

{{- define "service.mounts" -}}
{{- $root := index . 0 }}{{ $workload := index $root.Values (index . 1) -}}
volumeMounts:
{{- if include "service.hasSecrets" $root.Values.secrets }}
  - name: secrets
    mountPath: /run/mcwick/secrets
    readOnly: true
{{- end }}
{{- if include "service.hasCertificate" $root }}
  - name: mtls
    mountPath: /run/mcwick/mtls
    readOnly: true
{{- end }}
{{- if $root.Values.files }}
  - name: files
    mountPath: /etc/mcwick/files
    readOnly: true
{{- end }}
{{- with $root.Values.configMaps }}
{{- range $name, $path := . }}
  - name: {{ $name }}
    mountPath: {{ $path }}
    readOnly: true
{{- end }}
{{- end }}
{{- if $root.Values.claim.existingClaim }}
  - name: claim
    mountPath: {{ $root.Values.claim.mountPath }}
{{- end }}
{{- if $workload.tmp }}
  - name: tmp
    mountPath: /tmp
{{- end }}
{{- end }}

{{- define "service.volumes" -}}
{{- $root := index . 0 }}{{ $workload := index $root.Values (index . 1) -}}
volumes:
{{- if include "service.hasSecrets" $root.Values.secrets }}
  {{- include "service.secrets" $root.Values.secrets | nindent 2 }}
{{- end }}
{{- if include "service.hasCertificate" $root }}
  - name: mtls
    secret:
      secretName: {{ include "service.name" $root }}-mtls
      defaultMode: 0440
{{- end }}
{{- if $root.Values.files }}
  - name: files
    configMap:
      name: {{ include "service.name" $root }}-files
{{- end }}
{{- range $name, $path := $root.Values.configMaps }}
  - name: {{ $name }}
    configMap:
      name: {{ $name }}
{{- end }}
{{- with $root.Values.claim.existingClaim }}
  - name: claim
    persistentVolumeClaim:
      claimName: {{ . }}
{{- end }}
{{- with $workload.tmp }}
  - name: tmp
    emptyDir:
      sizeLimit: {{ . }}
{{- end }}
{{- end }}
