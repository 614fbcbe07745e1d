{{/*
service.podSecurity is the same for every pod: nobody is root, and nothing may become it.
*/}}
{{- define "service.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- if .Values.global.appArmor }}
appArmorProfile:
  type: RuntimeDefault
{{- end }}
{{- end }}

{{- define "service.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/*
service.pod begins every pod spec. It takes the root context.
*/}}
{{- define "service.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "service.podSecurity" . | nindent 2 }}
{{- with .Values.global.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/*
service.secrets is a volume with a file for each secret that has one, by the name of its variable. It takes the names' map.
*/}}
{{- define "service.secrets" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $variable, $from := . }}
      {{- with $from.existingSecret }}
      - secret:
          name: {{ . }}
          items:
            - key: {{ $from.key }}
              path: {{ $variable }}
      {{- end }}
      {{- end }}
{{- end }}

{{/*
service.secretFiles says to the program where those files are: NAME_FILE holds what NAME would.
*/}}
{{- define "service.secretFiles" -}}
{{- range $variable, $from := . }}
{{- if $from.existingSecret }}
- name: {{ $variable }}_FILE
  value: /run/mcwick/secrets/{{ $variable }}
{{- end }}
{{- end }}
{{- end }}

{{/*
service.goMemory is GOMEMLIMIT: the share of the memory limit that Go may have, before its collector works harder. GOMAXPROCS is left to Go,
which reads the CPU limit itself.
*/}}
{{- define "service.goMemory" -}}
{{- $limit := .resources.limits.memory }}
{{- $mebibytes := trimSuffix "Mi" $limit }}
{{- if hasSuffix "Gi" $limit }}{{ $mebibytes = mul 1024 (trimSuffix "Gi" $limit | int) }}{{ end }}
{{- div (mul ($mebibytes | int) (.memoryForGo | int)) 100 }}MiB
{{- end }}
