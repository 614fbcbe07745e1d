{{/*
service.addProviders makes the values of `providers` a file, and admits the variables that they name. It takes the root context and the
variable that names the file.
*/}}
{{- define "service.addProviders" -}}
{{- $root := index . 0 }}{{ $variable := index . 1 }}
{{- $named := list }}
{{- with $root.Values.providers }}
{{- if hasKey $root.Values.files $variable }}
{{- fail (printf "%[1]s.providers and %[1]s.files.%[2]s say the same twice: keep %[1]s.providers" (include "service.name" $root) $variable) }}
{{- end }}
{{- $_ := set $root.Values "files" (merge (dict $variable .) $root.Values.files) }}
{{- range .providers }}
{{- $named = concat $named (compact (list .keyVariable .baseURLVariable)) }}
{{- end }}
{{- end }}
{{- $_ := set $root.Values "namedVariables" $named }}
{{- end }}
