#!/bin/sh
# Builds the images of all that runs in a cluster, or of those that are named.
#   build.sh TAG [IMAGE...]
# ENGINE is docker, podman or buildah (default: the first of them that is here); PREFIX is what the names begin with
# (default: mcwick/), such as an address of a registry; FLAGS go to the engine as they are. The images that ours begin
# with are those of BASES (default: bases.txt beside this); RELEASE=1 refuses one without a digest. PAGE_SIGNING_KEY_FILE
# is the key that signs the page, for which the gateway has the public half in PAGE_SIGNERS.
set -eu
cd "$(dirname "$0")/../.."
PREFIX=${PREFIX:-mcwick/}

# image, target, program, part of the page or packages of Debian
images() {
	cat <<-LIST
		gateway      static gateway
		gallery      static services/gallery
		generation   debian services/generation  librsvg2-bin
		identity     static services/identity
		moderation   static services/moderation
		wall         static services/wall
		load         static tools/load
		console      page   console              console
		media        debian services/media       ffmpeg librsvg2-bin fonts-noto-color-emoji
		demoai       debian deploy/demoai        ffmpeg librsvg2-bin libespeak-ng1
	LIST
	for part in shell $(ls frontend/remotes); do
		echo "page-$part page frontend/server $part"
	done
}

engine() {
	for name in docker podman buildah; do
		if command -v "$name" >/dev/null; then
			echo "$name"
			return
		fi
	done
	echo "build.sh: docker, podman or buildah is needed" >&2
	exit 1
}

[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
tag=$1
shift
BASES=${BASES:-deploy/images/bases.txt}
bases=$(sed -e '/^#/d' -e '/^$/d' "$BASES")
if [ "${RELEASE:-}" = 1 ] && echo "$bases" | grep -qv '@sha256:[0-9a-f]\{64\}$'; then
	echo "build.sh: a release needs the digest of each image in $BASES; deploy/images/pin.sh writes them:" >&2
	echo "$bases" | grep -v '@sha256:[0-9a-f]\{64\}$' >&2
	exit 1
fi
bases=$(echo "$bases" | sed 's/^\([A-Z]*\) /--build-arg \1=/' | tr '\n' ' ')
ENGINE=${ENGINE:-$(engine)}
wanted=" ${*:-$(images | awk '{ print $1 }' | tr '\n' ' ')} "
if [ -n "${PAGE_SIGNING_KEY_FILE:-}" ]; then # by its hash, so that another key is not taken for a cached layer
	id=$(sha256sum <"$PAGE_SIGNING_KEY_FILE" | cut -c1-16)
	FLAGS="${FLAGS:-} --secret id=page_signing_key,src=$PAGE_SIGNING_KEY_FILE --build-arg PAGE_SIGNING_KEY_ID=$id"
fi
images | while read -r name target program more; do
	case $wanted in *" $name "*) ;; *) continue ;; esac
	case $target in page) more="--build-arg PART=$more" ;; debian) more="--build-arg PACKAGES=$more" ;; esac
	cgo=0
	[ "$name" != media ] || cgo=1 # its WebP is in C
	echo "== $PREFIX$name:$tag"
	# shellcheck disable=SC2086 # FLAGS are words; more is two, the second of which may have spaces
	"$ENGINE" build ${FLAGS:-} $bases --file deploy/images/Containerfile --target "$target" --tag "$PREFIX$name:$tag" \
		--build-arg PROGRAM="$program" --build-arg CGO_ENABLED=$cgo ${more:+"${more%% *}" "${more#* }"} .
done
echo "images are built: $PREFIX*:$tag"
