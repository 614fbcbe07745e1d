package mediav1

// AccessHeader is the header in which the gateway tells media what the request for an object may
// see. Only the gateway sets it, on every such request.
const AccessHeader = "McWick-Access"

// The values of AccessHeader.
const (
	AccessPublic = "public" // what everybody may see
	AccessOwner  = "owner"  // any object: its address was signed for the device that asks
)
