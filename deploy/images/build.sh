#!/bin/sh
# Builds the images of all that runs in a cluster, or of those that are named.
#   build.sh TAG [IMAGE...]
# ENGINE is docker, podman or buildah (default: the first of them that is here); PREFIX is what the names begin with
# (default: mcwick/), such as an address of a registry; FLAGS go to the engine as they are. The images that ours begin
# with are those of BASES (default: bases.txt beside this); RELEASE=1 refuses one without a digest. PAGE_SIGNING_KEY_FILE
# is the key that signs the page, for which the gateway has the public half in PAGE_SIGNERS.
# Beside each image it writes into ATTESTATIONS (default: .local/images/TAG) what is signed about it: NAME/sbom.json and
# NAME/provenance.json. The latter needs digests, a tree without changes and REPOSITORY (default: the remote origin); BUILDER
# is the address that stands for who builds.
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
		media        debian services/media       ffmpeg librsvg2-bin libwebp-dev fonts-noto-color-emoji
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

[ $# -ge 1 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
tag=$1
shift
known=" $(images | awk '{ print $1 }' | tr '\n' ' ')"
for name in "$@"; do
	case $known in *" $name "*) continue ;; esac
	echo "build.sh: no image is called $name; there are$known" >&2
	exit 2
done
wanted=" ${*:-$known} "
case "${RELEASE:-}${PAGE_SIGNING_KEY_FILE:-} $wanted" in "1 "*" page-"*)
	echo "build.sh: a release of the page needs PAGE_SIGNING_KEY_FILE, whose public half gateway.config.PAGE_SIGNERS has" >&2
	exit 1
	;;
esac
BASES=${BASES:-deploy/images/bases.txt}
bases=$(sed -e '/^#/d' -e '/^$/d' "$BASES")
unpinned=$(echo "$bases" | grep -v -e '@sha256:[0-9a-f]\{64\}$' -e '^SNAPSHOT [0-9]\{8\}T[0-9]\{6\}Z$' || true)
echo "$bases" | grep -q '^SNAPSHOT ' || unpinned="$unpinned SNAPSHOT"
REPOSITORY=${REPOSITORY:-$(git config --get remote.origin.url | sed "s#//[^/@]*@#//#" || true)} # without a token
unknown= # why nothing can be said about where an image comes from
[ -n "$REPOSITORY" ] || unknown="REPOSITORY is empty, and there is no remote origin"
[ -z "$(git status --porcelain)" ] || unknown="the tree has changes that are not committed"
[ -z "$unpinned" ] || unknown="a release needs the digest of each image and the day of Debian's packages in $BASES; deploy/images/pin.sh writes them: $unpinned"
if [ "${RELEASE:-}" = 1 ] && [ -n "$unknown" ]; then
	echo "build.sh: $unknown" >&2
	exit 1
fi
day=$(echo "$bases" | sed -n 's/^SNAPSHOT \([0-9]\{8\}\)T.*/\1/p')
if [ -n "$day" ] && [ "$day" -lt "$(date -u -d '30 days ago' +%Y%m%d)" ]; then
	echo "build.sh: Debian's packages are those of $day, without the fixes since: deploy/images/pin.sh renews $BASES" >&2
fi
ATTESTATIONS=${ATTESTATIONS:-.local/images/$tag}
[ -n "$unknown" ] || go build -C tools -buildvcs=false -o ../bin/provenance ./provenance
pinned=$bases
bases=$(echo "$bases" | sed 's/^\([A-Z]*\) /--build-arg \1=/' | tr '\n' ' ')
ENGINE=${ENGINE:-$(engine)}
case $ENGINE in *buildah) FLAGS="--layers ${FLAGS:-}" ;; esac # otherwise each build is from the start
if [ -n "${PAGE_SIGNING_KEY_FILE:-}" ]; then # by its hash, so that another key is not taken for a cached layer
	id=$(sha256sum <"$PAGE_SIGNING_KEY_FILE" | cut -c1-16)
	signer=pageSigningKey=$id
	FLAGS="${FLAGS:-} --secret id=page_signing_key,src=$PAGE_SIGNING_KEY_FILE --build-arg PAGE_SIGNING_KEY_ID=$id"
fi

# base ARGUMENT...: the flags that tell tools/provenance which images it began with
base() {
	for argument in "$@"; do
		echo "$pinned" | awk -v argument="$argument" '$1 == argument { print "-base", $2 }'
	done
}

# describe NAME TARGET PROGRAM [MORE]: writes the predicate about an image
describe() {
	case $2 in page) used="GO NODE" takes=part ;; debian) used="GO DEBIAN" takes=packages ;; *) used=GO takes= ;; esac
	# shellcheck disable=SC2046,SC2086 # words
	bin/provenance -repository "$REPOSITORY" -commit "$(git rev-parse HEAD)" ${BUILDER:+-builder "$BUILDER"} $(base $used) \
		image="$1" target="$2" program="$3" ${takes:+"$takes=$4"} snapshot="$(echo "$pinned" | awk '$1 == "SNAPSHOT" { print $2 }')" ${signer:-} \
		>"$ATTESTATIONS/$1/provenance.json"
}

images | while read -r name target program more; do
	case $wanted in *" $name "*) ;; *) continue ;; esac
	what=$more
	case $target in page) more="--build-arg PART=$more" ;; debian) more="--build-arg PACKAGES=$more" ;; esac
	echo "== $PREFIX$name:$tag"
	bill=bill
	[ "$target" != page ] || bill=page-bill
	rm -rf "${ATTESTATIONS:?}/$name"
	mkdir -p "$ATTESTATIONS/$name"
	for to in "--target $target --tag $PREFIX$name:$tag" "--target $bill --output $ATTESTATIONS/$name"; do
		# shellcheck disable=SC2086 # FLAGS and to are words; more is two, the second of which may have spaces
		"$ENGINE" build ${FLAGS:-} $bases --file deploy/images/Containerfile $to \
			--build-arg PROGRAM="$program" ${more:+"${more%% *}" "${more#* }"} . </dev/null
	done
	[ -n "$unknown" ] || describe "$name" "$target" "$program" "$what"
done
[ -z "$unknown" ] || echo "no provenance: $unknown"
echo "images are built: $PREFIX*:$tag"
