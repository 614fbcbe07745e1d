{{/*
generation.checkRenamed refuses variables of older releases, and says where their values are now.
*/}}
{{- define "generation.checkRenamed" -}}
{{- $now := dict
  "AI_IMAGE_MODEL" "tasks.picture[0].model" "AI_IMAGE_DIALECT" "tasks.picture[0].dialect" "AI_IMAGE_QUALITY" "tasks.picture[0].quality" "AI_IMAGE_TIMEOUT" "tasks.picture[0].timeout"
  "AI_CHAT_MODEL" "tasks.script[0].model" "AI_CHAT_DIALECT" "tasks.script[0].dialect" "AI_CHAT_TIMEOUT" "tasks.script[0].timeout"
  "AI_SPEECH_MODEL" "tasks.speech[0].model" "AI_SPEECH_TIMEOUT" "tasks.speech[0].timeout" "AI_PRICES_FILE" "the price of each model"
}}
{{- $name := include "service.name" . }}
{{- if or (hasKey .Values.config "AI_MODERATION") (dig "tasks" "moderation" "" (.Values.providers | default dict)) }}
{{- fail (printf "%[1]s.config.AI_MODERATION and %[1]s.providers.tasks.moderation are not read any more: moderation.providers has them as tasks.moderation (services/moderation/README.md has the whole file)" $name) }}
{{- end }}
{{- range $place := list "config" "files" }}
{{- range $variable := keys (index $.Values $place) | sortAlpha }}
{{- with get $now $variable }}
{{- fail (printf "%s.%s.%s is not read any more: %s.providers has it as %s (services/generation/README.md has the whole file)" $name $place $variable $name .) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
generation.leaveOutVoice leaves the second voice out where there is none.
*/}}
{{- define "generation.leaveOutVoice" -}}
{{- if not .Values.global.voice.enabled }}
{{- $_ := set .Values "callees" (omit .Values.callees "AI_VOICE_URL") }}
{{- $_ := set .Values "secrets" (omit .Values.secrets "AI_VOICE_KEY") }}
{{- end }}
{{- end }}
