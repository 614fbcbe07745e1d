package main

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	contractv1 "mcwick.example/platform/contract/api/contract/v1"
)

// privateObjects knows which fields of answers are addresses of objects that are not public: those
// that the contracts declare as address_of. A message without any is not in it.
type privateObjects map[protoreflect.FullName]*privateFields

// privateFields are those of one message.
type privateFields struct {
	addresses []addressField
	inside    []protoreflect.FieldDescriptor // messages that have such fields themselves
}

// addressField is a field for an address, and the field with the object's name.
type addressField struct{ address, name protoreflect.FieldDescriptor }

// newPrivateObjects reads the answers of all contracts.
func newPrivateObjects(backends []backend) privateObjects {
	all := make(privateObjects)
	for _, b := range backends {
		for i := range b.contract.Services().Len() {
			methods := b.contract.Services().Get(i).Methods()
			for j := range methods.Len() {
				all.add(methods.Get(j).Output(), map[protoreflect.FullName]bool{})
			}
		}
	}
	return all
}

// add reads a message, unless it is being read already, and reports whether it is one of these.
func (p privateObjects) add(m protoreflect.MessageDescriptor, reading map[protoreflect.FullName]bool) bool {
	if reading[m.FullName()] {
		return p[m.FullName()] != nil
	}
	reading[m.FullName()] = true
	var found privateFields
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		name, _ := proto.GetExtension(f.Options(), contractv1.E_AddressOf).(string)
		switch {
		case name != "":
			found.addresses = append(found.addresses,
				addressField{f, m.Fields().ByName(protoreflect.Name(name))})
		case f.Message() != nil && !f.IsMap() && p.add(f.Message(), reading):
			found.inside = append(found.inside, f)
		}
	}
	if found.addresses == nil && found.inside == nil {
		return false
	}
	p[m.FullName()] = &found
	return true
}

// fill sets the addresses of an answer, for a device, by the names in it.
func (p privateObjects) fill(m protoreflect.Message, sign func(name string) string) {
	fields := p[m.Descriptor().FullName()]
	if fields == nil {
		return
	}
	for _, f := range fields.addresses {
		if name := m.Get(f.name).String(); name != "" {
			m.Set(f.address, protoreflect.ValueOfString(sign(name)))
		}
	}
	for _, f := range fields.inside {
		switch {
		case f.IsList():
			list := m.Get(f).List()
			for i := range list.Len() {
				p.fill(list.Get(i).Message(), sign)
			}
		case m.Has(f):
			p.fill(m.Get(f).Message(), sign)
		}
	}
}
