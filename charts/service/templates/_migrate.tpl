{{/*
service.migrate brings the database up to date before the new pods come. As a hook it runs before the release's other objects, and the
release waits for it; where the database is part of the release itself, it runs beside them, and the pods wait. It takes no account, because
a hook is there before the release's.
*/}}
{{- define "service.migrate" }}
{{- with .Values.migrations }}
{{- if .enabled }}
{{- $name := include "service.title" (list $ "migrate") }}
{{- $database := pick $.Values.secrets "DATABASE_URL" "DATABASE_CA" }}
{{- if .servingRole }}
{{- if not .owner.existingSecret }}{{ fail (printf "%s.migrations.servingRole needs migrations.owner.existingSecret: the address of the role that owns the tables" (include "service.name" $)) }}{{ end }}
{{- $database = set (pick $.Values.secrets "DATABASE_CA") "DATABASE_URL" .owner }}
{{- end }}
---
apiVersion: batch/v1
kind: Job
metadata:
  {{- if eq .when "hook" }}
  name: {{ $name }}
  {{- else }}
  name: {{ $name }}-{{ $.Release.Revision }}
  {{- end }}
  labels:
    {{- include "service.labels" $ | nindent 4 }}
    app.kubernetes.io/component: migrate
  {{- if eq .when "hook" }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: "-5"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  {{- end }}
spec:
  backoffLimit: {{ eq .when "hook" | ternary 2 10 }}
  # A hook is nobody's after an uninstall; and what it said can be read for so long.
  ttlSecondsAfterFinished: 3600
  activeDeadlineSeconds: {{ .deadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "service.podLabels" (list $ "migrate") | nindent 8 }}
    spec:
      {{- include "service.pod" $ | nindent 6 }}
      {{- /* A pod that its own deadline ends stays with its log; one that the job's deadline finds active is deleted. */}}
      activeDeadlineSeconds: {{ max 1 (div (mul .deadlineSeconds 7) 8) }}
      {{- /* A hook's pod that failed stays with its log; in a release, waiting for the database is no failure. */}}
      restartPolicy: {{ eq .when "hook" | ternary "Never" "OnFailure" }}
      containers:
        - name: migrate
          image: {{ include "service.image" $ }}
          imagePullPolicy: {{ $.Values.global.image.pullPolicy }}
          args: [migrate]
          securityContext:
            {{- include "service.containerSecurity" $ | nindent 12 }}
          env:
            - name: GOMEMLIMIT
              value: {{ include "service.goMemory" . }}
            {{- with .servingRole }}
            - name: DATABASE_SERVING_ROLE
              value: {{ . }}
            {{- end }}
            {{- with include "service.requireTLS" $ | trim }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- include "service.secretFiles" $database | trim | nindent 12 }}
          resources:
            {{- toYaml .resources | nindent 12 }}
          volumeMounts:
            - name: secrets
              mountPath: /run/mcwick/secrets
              readOnly: true
      volumes:
        {{- include "service.secrets" $database | nindent 8 }}
{{- end }}
{{- end }}
{{- end }}
