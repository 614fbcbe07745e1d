package check

import (
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// namespace is one that is there, with the secrets of an installation but for the one that is left
// out.
func namespace(without string) cluster {
	const certificate = "ca.crt tls.crt tls.key"
	in := metav1.ObjectMeta{Namespace: "candles"}
	named := func(name string) metav1.ObjectMeta { m := in; m.Name = name; return m }
	objects := []runtime.Object{&corev1.ServiceAccount{TypeMeta: metav1.TypeMeta{APIVersion: "v1",
		Kind: "ServiceAccount"}, ObjectMeta: named("default")}}
	for name, keys := range map[string]string{
		"gallery-database": "url", "generation-database": "url", "identity-database": "url", "media-database": "url",
		"moderation-database": "url", "wall-database": "url",
		"generation-provider": "api-key", "moderation-provider": "api-key", "identity-keys": "challenge-key",
		"gateway-keys": "device-key", "gateway-redis": "url", "voice": "api-key",
		"wall-owner": "url", "gallery-mtls": certificate, "generation-mtls": certificate, "identity-mtls": certificate,
		"media-mtls": certificate, "moderation-mtls": certificate, "wall-mtls": certificate, "gateway-mtls": certificate,
	} {
		if name != without {
			secret := &corev1.Secret{
				TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}, ObjectMeta: named(name), Data: map[string][]byte{},
			}
			for key := range strings.FieldsSeq(keys) {
				secret.Data[key] = []byte("x")
			}
			objects = append(objects, secret)
		}
	}
	return cluster{objects}
}

// A secret that is not there is named before anything is installed: its pods would wait for it
// without a word.
func TestMissingSecretsAreNamed(t *testing.T) {
	hardened := append([]string{
		"global.mtls.enabled=true", "wall.migrations.servingRole=wall_serving",
		"wall.migrations.owner.existingSecret=wall-owner",
	}, installed...)
	if _, err := (release{set: hardened, cluster: namespace("")}).render("mcwick"); err != nil {
		t.Errorf("with all secrets: %v", err)
	}
	for without, want := range map[string]string{
		"wall-database":       "wall lacks in the namespace candles: secret wall-database with the key url (DATABASE_URL)",
		"moderation-database": "moderation lacks in the namespace candles: secret moderation-database with the key url (DATABASE_URL)",
		"generation-provider": "generation lacks in the namespace candles: secret generation-provider with the key api-key (AI_API_KEY)",
		"moderation-provider": "moderation lacks in the namespace candles: secret moderation-provider with the key api-key (AI_MODERATION_KEY)",
		"voice":               "voice lacks in the namespace candles: secret voice with the key api-key (API_KEY)",
		"gateway-keys":        "gateway lacks in the namespace candles: secret gateway-keys with the key device-key (DEVICE_KEY)",
		"wall-owner":          "wall lacks in the namespace candles: secret wall-owner with the key url (migrations.owner)",
		"wall-mtls":           "wall lacks in the namespace candles: secret wall-mtls with the key ca.crt (MTLS_DIR/ca.crt)",
	} {
		if _, err := (release{set: hardened, cluster: namespace(without)}).render("mcwick"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("without %s: %v", without, err)
		}
		unchecked := release{set: append([]string{"global.checkSecrets=false"}, hardened...),
			cluster: namespace(without)}
		if _, err := unchecked.render("mcwick"); err != nil {
			t.Errorf("without %s, unchecked: %v", without, err)
		}
	}
	other := release{set: append([]string{"gateway.secrets.REDIS_URL.key=address"}, installed...),
		cluster: namespace("")}
	if _, err := other.render("mcwick"); err == nil ||
		!strings.Contains(err.Error(), "key address in the secret gateway-redis (REDIS_URL)") {
		t.Errorf("another key: %v", err)
	}
}

// Helm waits five minutes by default. A migration that cannot end fails before that, so that Helm
// reports what failed, its pods stay with their logs, and nothing of it is left for good. A job that
// passes its deadline deletes its active pods, so these end before that, with the time to be stopped.
func TestMigrationDeadlineIsBelowHelmTimeout(t *testing.T) {
	for name, job := range only[*batchv1.Job](way(t, "plain")) {
		if *job.Spec.ActiveDeadlineSeconds >= 300 || job.Spec.TTLSecondsAfterFinished == nil ||
			job.Spec.Template.Spec.RestartPolicy != corev1.RestartPolicyNever {
			t.Errorf("%s: %v", name, job.Spec)
		}
	}
	eachWay(t, func(t *testing.T, all []object) {
		for name, job := range only[*batchv1.Job](all) {
			pod := job.Spec.Template.Spec.ActiveDeadlineSeconds
			if pod == nil || *pod > *job.Spec.ActiveDeadlineSeconds-30 {
				t.Errorf("%s: its pod is active at the job's deadline", name)
			}
		}
	})
}

// The keys of a hardened gateway can rotate, as that of former releases cannot.
func TestProductionKeysRotate(t *testing.T) {
	mounted := workloads(t, way(t, "production"))["gateway"].environment()
	for name, isThere := range map[string]bool{"DEVICE_KEY_FILE": false, "VISITOR_KEY_FILE": true, "SEAL_KEYS_FILE": true} {
		if (mounted[name] != "") != isThere {
			t.Errorf("%s is %q", name, mounted[name])
		}
	}
}
