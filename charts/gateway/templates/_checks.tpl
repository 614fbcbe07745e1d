{{/*
gateway.checkEntrance refuses a way in that cannot work.
*/}}
{{- define "gateway.checkEntrance" -}}
{{- $origin := .Values.global.publicOrigin }}
{{- $network := .Values.global.network }}
{{- if and $network.enabled $network.named (not $network.edge) }}
{{- fail "global.network.edge is empty: with global.network.named it says who may reach the gateway. Name the ingress controller's pods, or the addresses of what stands before the gateway" }}
{{- end }}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (not .Values.config.TRUSTED_PROXIES) }}
{{- fail "gateway.config.TRUSTED_PROXIES is empty, and gateway.ingress or gateway.httpRoute is on: all visitors would have the proxy's address, and one limit together. Name the proxy's ranges, such as 10.0.0.0/8" }}
{{- end }}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}
{{- fail "gateway.httpRoute.parentRefs is empty: no Gateway would take the route. Name one, such as [{name: edge, namespace: gateways}]" }}
{{- end }}
{{- if and .Values.ingress.enabled (hasPrefix "https://" $origin) (not .Values.ingress.tlsSecret) (not .Values.ingress.tlsElsewhere) }}
{{- fail (printf "gateway.ingress.tlsSecret is empty, and global.publicOrigin is %s: browsers would get no certificate for it. Name the secret that has it, or set gateway.ingress.tlsElsewhere where the controller or what stands before it brings one" $origin) }}
{{- end }}
{{- end }}

{{/*
gateway.checkLimits refuses rates for all visitors together, which older releases had: the program would not take the file.
*/}}
{{- define "gateway.checkLimits" -}}
{{- $limits := .Values.files.LIMITS_FILE }}
{{- if kindIs "string" $limits }}{{ $limits = fromJson $limits }}{{ end }}
{{- range $kind, $scopes := $limits }}
{{- if and (kindIs "map" $scopes) (hasKey $scopes "global") }}
{{- fail (printf "gateway.files.LIMITS_FILE.%s.global is not read any more: a rate for all visitors let one of them close a route for all. Leave it out" $kind) }}
{{- end }}
{{- end }}
{{- end }}
