{{/*
service.checkVariables refuses variables that the program does not know, and secrets in plain sight. variables.txt is the program's own list;
a chart may add those that its values name (namedVariables).
What the Go runtime, OpenTelemetry, the bucket's library and TLS read by themselves is in no list.
*/}}
{{- define "service.checkVariables" -}}
{{- $name := include "service.name" . }}
{{- $known := concat (splitList "\n" (.Files.Get "variables.txt" | trim)) (.Values.namedVariables | default list) }}
{{- $others := "^(GO[A-Z]+|OTEL_[A-Z_]+|AWS_[A-Z_]+|SSL_CERT_(FILE|DIR)|(HTTP|HTTPS|NO)_PROXY|TZ)$" }}
{{- range $variable, $value := .Values.config }}
{{- if regexMatch "(^|_)(KEYS?|PASSWORD|SECRET|TOKEN|OPERATORS)$|^(DATABASE|DATABASE_POOLER|REDIS)_URL$" $variable }}
{{- fail (printf "%s.config.%s is a secret, and values are no place for one: keep it in a Secret of the namespace and name that in %s.secrets.%s: {existingSecret: its-name, key: its-key}" $name $variable $name $variable) }}
{{- end }}
{{- if not (or (has $variable $known) (regexMatch $others $variable)) }}
{{- fail (printf "%s.config.%s: the program has no such variable. It knows %s" $name $variable (join ", " $known)) }}
{{- end }}
{{- end }}
{{- range $variable, $from := .Values.secrets }}
{{- if not (or (has $variable $known) (has (printf "%s_FILE" $variable) $known)) }}
{{- fail (printf "%s.secrets.%s: the program has no such variable. It knows %s" $name $variable (join ", " $known)) }}
{{- end }}
{{- end }}
{{- range $variable, $content := .Values.files }}
{{- if not (or (has $variable $known) (has (trimSuffix "_FILE" $variable) $known)) }}
{{- fail (printf "%s.files.%s: the program has no such variable. It knows %s" $name $variable (join ", " $known)) }}
{{- end }}
{{- end }}
{{- end }}

{{/*
service.checkSecrets refuses to begin while a secret of its pods is missing: its pods would wait for it without a word, and Helm for them. It takes a
look at the cluster, so `helm template` and a namespace that is only made by this installation are not checked.
*/}}
{{- define "service.checkSecrets" -}}
{{- $namespace := .Release.Namespace }}
{{- if and .Values.global.checkSecrets (lookup "v1" "ServiceAccount" $namespace "default") }}
{{- $missing := list }}
{{- $wanted := merge (deepCopy .Values.secrets) .Values.secretEnv }}
{{- if and .Values.migrations.enabled .Values.migrations.servingRole }}{{ $_ := set $wanted "migrations.owner" .Values.migrations.owner }}{{ end }}
{{- if and (include "service.hasCertificate" .) (not .Values.global.mtls.issuer.name) }}
{{- range $key := list "ca.crt" "tls.crt" "tls.key" }}
{{- $_ := set $wanted (printf "MTLS_DIR/%s" $key) (dict "existingSecret" (printf "%s-mtls" (include "service.name" $)) "key" $key) }}
{{- end }}
{{- end }}
{{- range $variable, $from := $wanted }}
{{- if $from.existingSecret }}
{{- $secret := lookup "v1" "Secret" $namespace $from.existingSecret }}
{{- if not $secret }}
{{- $missing = append $missing (printf "secret %s with the key %s (%s)" $from.existingSecret $from.key $variable) }}
{{- else if not (hasKey ($secret.data | default dict) $from.key) }}
{{- $missing = append $missing (printf "key %s in the secret %s (%s)" $from.key $from.existingSecret $variable) }}
{{- end }}
{{- end }}
{{- end }}
{{- if $missing }}
{{- fail (printf "%s lacks in the namespace %s: %s. charts/README.md has a table of all secrets; global.checkSecrets=false does without this check" (include "service.name" .) $namespace (join ", " $missing)) }}
{{- end }}
{{- end }}
{{- end }}

{{/*
service.checkModeration refuses values of a release that had no moderation service: a helm upgrade with --reuse-values keeps the defaults of
that release's charts, and texts would go to a program that checks none.
*/}}
{{- define "service.checkModeration" -}}
{{- if and (has "MODERATION_ADDR" (splitList "\n" (.Files.Get "variables.txt"))) (ne (dig "MODERATION_ADDR" "peer" "" .Values.callees) "moderation") }}
{{- fail (printf "%[1]s.callees.MODERATION_ADDR has another peer than moderation: these are defaults of an older release. Leave %[1]s.callees out of your values, and upgrade with --reset-then-reuse-values, not --reuse-values" (include "service.name" .)) }}
{{- end }}
{{- end }}
