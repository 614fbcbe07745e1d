package audit

import moderationv1 "mcwick.example/services/moderation/api/moderation/v1"

// FromMessage returns an entry as the service lists it, with the hash and the payload that are
// stored with it: the arguments of Head.Verify.
func FromMessage(m *moderationv1.AuditEntry) (e Entry, hash, payload []byte) {
	return Entry{Number: m.GetNumber(), Time: m.GetCreateTime().AsTime(), Operator: m.GetOperator(), Act: m.GetAct(),
		CaseID: m.GetCaseId(), Digest: m.GetDigest(), Previous: m.GetPrevious()}, m.GetHash(), m.Payload
}
