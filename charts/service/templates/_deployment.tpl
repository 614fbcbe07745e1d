{{/*
service.hasRole is not empty when there are pods of a role. Those of work have none to do while no jobs are done.
*/}}
{{- define "service.hasRole" -}}
{{- $values := (index . 0).Values }}{{ $role := index . 1 }}
{{- if and (index $values $role).enabled (or (eq $role "serve") $values.jobs.atOnce) }}yes{{ end }}
{{- end }}

{{/*
service.jobs is how many jobs a role's pod does at a time.
*/}}
{{- define "service.jobs" -}}
{{- $values := (index . 0).Values }}{{ $role := index . 1 }}
{{- if and (eq $role "serve") $values.work.enabled }}0{{ else }}{{ $values.jobs.atOnce }}{{ end }}
{{- end }}

{{/*
service.grace is how long a role's pod may take to end: it drains, then its parts stop (30 s for all of them), then jobs that were begun end
(the longest, and 20 s more to write down what became of it), and some seconds are left over.
*/}}
{{- define "service.grace" -}}
{{- $values := (index . 0).Values }}
{{- $jobs := 0 }}{{ if and $values.jobs.variable (ne (include "service.jobs" .) "0") }}{{ $jobs = add $values.jobs.seconds 20 }}{{ end }}
{{- add $values.drainSeconds 30 $jobs 5 }}
{{- end }}

{{/*
service.running is how many pods an autoscaled role has, where the chart has to say so: its manifest had a number before autoscaling was switched on,
and without one Helm would take it back, and the cluster start again from one pod. Others have none, so that a rollback leaves them alone.
*/}}
{{- define "service.running" -}}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $namespace := $root.Release.Namespace }}{{ $title := include "service.title" . }}
{{- if (index $root.Values $role).autoscaling.enabled }}
{{- with lookup "apps/v1" "Deployment" $namespace $title }}
{{- $hadNumber := hasKey (.metadata.annotations | default dict) "mcwick.example/pods" }}
{{- if or $hadNumber (not (lookup "autoscaling/v2" "HorizontalPodAutoscaler" $namespace $title)) }}{{ with .spec.replicas }}{{ . }}{{ end }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "service.deployment" }}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $workload := index $root.Values $role }}{{ $running := include "service.running" . }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "service.title" . }}
  labels:
    {{- include "service.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
  {{- if $running }}
  annotations:
    mcwick.example/pods: follows
  {{- end }}
spec:
  {{- if not $workload.autoscaling.enabled }}
  replicas: {{ $workload.replicas }}
  {{- else if $running }}
  replicas: {{ $running }}
  {{- end }}
  revisionHistoryLimit: 3
  selector:
    matchLabels:
      {{- include "service.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- include "service.podLabels" . | nindent 8 }}
      {{- $readAtStart := $root.Values.files }}
      {{- range $root.Values.reloadedFiles }}{{ $readAtStart = omit $readAtStart . }}{{ end }}
      {{- with $readAtStart }}
      annotations:
        # The program reads these files at the start.
        checksum/files: {{ toJson . | sha256sum }}
      {{- end }}
    spec:
      {{- include "service.pod" $root | nindent 6 }}
      serviceAccountName: {{ include "service.name" $root }}
      terminationGracePeriodSeconds: {{ include "service.grace" . }}
      {{- with $workload.scheduling }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "service.selector" $ | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ $role }}
          image: {{ include "service.image" $root }}
          imagePullPolicy: {{ $root.Values.global.image.pullPolicy }}
          args: [{{ $role }}]
          securityContext:
            {{- include "service.containerSecurity" . | nindent 12 }}
          # On SIGTERM the program says that it is not ready and goes on answering for DRAIN, until nobody sends it calls any more.
          # That is why there is no preStop hook.
          env:
            {{- include "service.env" . | trim | nindent 12 }}
          ports:
            {{- include "service.ports" . | trim | nindent 12 }}
          {{- include "service.probes" . | nindent 10 }}
          resources:
            {{- toYaml $workload.resources | nindent 12 }}
          {{- include "service.mounts" . | nindent 10 }}
      {{- include "service.volumes" . | nindent 6 }}
{{- end }}

{{/*
service.probes: alive is that the process turns, and never depends on others. Ready is that it can answer: its database is there and has
every migration. Waiting for a migration is no reason to be killed, so the start asks for life, not for readiness.
*/}}
{{- define "service.probes" -}}
startupProbe:
  httpGet: {path: /livez, port: ops}
  periodSeconds: 1
  timeoutSeconds: 1
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /livez, port: ops}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: {path: /readyz, port: ops}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end }}
