{{/*
generation.checkRenamed refuses variables of older releases, and says where their values are now.
*/}}
{{- define "generation.checkRenamed" -}}
{{- $now := dict
  "AI_IMAGE_MODEL" "tasks.picture[0].model" "AI_IMAGE_DIALECT" "tasks.picture[0].dialect" "AI_IMAGE_QUALITY" "tasks.picture[0].quality" "AI_IMAGE_TIMEOUT" "tasks.picture[0].timeout"
  "AI_CHAT_MODEL" "tasks.script[0].model" "AI_CHAT_DIALECT" "tasks.script[0].dialect" "AI_CHAT_TIMEOUT" "tasks.script[0].timeout"
  "AI_SPEECH_MODEL" "tasks.speech[0].model" "AI_SPEECH_TIMEOUT" "tasks.speech[0].timeout" "AI_MODERATION" "tasks.moderation" "AI_PRICES_FILE" "the price of each model"
}}
{{- $name := include "service.name" . }}
{{- range $place := list "config" "files" }}
{{- range $variable := keys (index $.Values $place) | sortAlpha }}
{{- with get $now $variable }}
{{- fail (printf "%s.%s.%s is not read any more: %s.providers has it as %s (services/generation/README.md has the whole file)" $name $place $variable $name .) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
generation.addProviders makes the providers a file, admits the variables that they name, and leaves the second voice out where there is none.
*/}}
{{- define "generation.addProviders" -}}
{{- $named := list }}
{{- with .Values.providers }}
{{- if hasKey $.Values.files "AI_PROVIDERS_FILE" }}
{{- fail (printf "%[1]s.providers and %[1]s.files.AI_PROVIDERS_FILE say the same twice: keep %[1]s.providers" (include "service.name" $)) }}
{{- end }}
{{- $_ := set $.Values "files" (merge (dict "AI_PROVIDERS_FILE" .) $.Values.files) }}
{{- range .providers }}
{{- $named = concat $named (compact (list .keyVariable .baseURLVariable)) }}
{{- end }}
{{- end }}
{{- $_ := set .Values "namedVariables" $named }}
{{- if not .Values.global.voice.enabled }}
{{- $_ := set .Values "callees" (omit .Values.callees "AI_VOICE_URL") }}
{{- $_ := set .Values "secrets" (omit .Values.secrets "AI_VOICE_KEY") }}
{{- end }}
{{- end }}
