{{/*
service.disruption lets a node be emptied one pod after the other. A single pod has no budget: it would hold the node for ever.
*/}}
{{- define "service.disruption" }}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $workload := index $root.Values $role }}
{{- $least := $workload.autoscaling.enabled | ternary $workload.autoscaling.minReplicas $workload.replicas }}
{{- if ge (int $least) 2 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "service.title" . }}
  labels:
    {{- include "service.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "service.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{/*
service.scaling adds pods when they are busy, or when the queue is long, and takes them away slowly.
*/}}
{{- define "service.scaling" }}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $scale := (index $root.Values $role).autoscaling }}
{{- if $scale.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "service.title" . }}
  labels:
    {{- include "service.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "service.title" . }}
  minReplicas: {{ $scale.minReplicas }}
  maxReplicas: {{ $scale.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $scale.cpuPercent }}
    {{- with $scale.queue.metric }}
    - type: External
      external:
        metric:
          name: {{ . }}
          {{- with $scale.queue.matchLabels }}
          selector:
            matchLabels:
              {{- toYaml . | nindent 14 }}
          {{- end }}
        target:
          type: AverageValue
          averageValue: {{ $scale.queue.perReplica | quote }}
    {{- end }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 300
{{- end }}
{{- end }}
