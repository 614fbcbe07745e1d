"""Fuzzes the public interface of a running platform by its own document.

    fuzz.py [OPTIONS OF st run]

MCWICK_URL is the platform's address. What is accepted, and why, is in schemathesis.toml. An operation is one test.
"""

import json
import os
import pathlib
import subprocess
import sys
import time
import uuid

import requests

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
DOCUMENT = ROOT / "gateway" / "openapi.json"
REPORT = ROOT / ".local" / "test" / "fuzz.json"
JUNIT = REPORT.with_name("fuzz-api.xml")
FEWEST_CASES = 1000  # of all operations together; fewer would mean that the document was not understood
PATIENCE = 60  # seconds for a job of the demo provider


def main() -> int:
    url = os.environ["MCWICK_URL"].rstrip("/")
    session = requests.Session()
    answer(session.get(f"{url}/api/v1/sessions/current"))
    session.headers["Cookie"] = "; ".join(f"{c.name}={c.value}" for c in session.cookies)
    jobs = f"{url}/api/v1/jobs"
    artwork = make(session, jobs, {"meme": {"action": "fuzzing", "scene": "the edge", "style": "Anime"}})["artwork"]["id"]
    speech = make(session, jobs, {"speech": {"text": "Fuzzing is a way to find the edge."}})["speech"]["id"]
    image, video = publish(session, url, artwork), share(session, url, speech)
    things = {"ARTWORK_ID": artwork, "IMAGE_ID": image, "SPEECH_ID": speech, "VIDEO_ID": video}
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.unlink(missing_ok=True)
    whole = not sys.argv[1:]
    st = [str(pathlib.Path(sys.executable).parent / "st"), "--config-file", str(HERE / "schemathesis.toml")]
    run = ["run", str(DOCUMENT), "--url", url, "-H", f"Cookie: {session.headers['Cookie']}"]
    run += ["--report-json-path", str(REPORT), "--report-junit-path", str(JUNIT)]
    leftovers = {"HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".local" / "hypothesis")}
    code = subprocess.run(st + run + sys.argv[1:], env={**os.environ, **things, **leftovers, "NO_COLOR": "1"}).returncode
    return summary(code, whole)


def answer(response: requests.Response) -> dict:
    """Give the JSON of an answer that must be a good one."""
    if not response.ok:
        sys.exit(f"fuzz: {response.request.method} {response.url}: {response.status_code} {response.text}")
    return response.json()


def once() -> dict:
    """Give the header of a write that happens once."""
    return {"Idempotency-Key": str(uuid.uuid4())}


def make(session: requests.Session, jobs: str, request: dict) -> dict:
    """Create a job whose result the fuzzer's requests may use, and wait until it succeeds."""
    job = answer(session.post(jobs, json=request, headers=once()))
    end = time.monotonic() + PATIENCE
    while job["state"].endswith(("_QUEUED", "_RUNNING")) and time.monotonic() < end:
        version = {"afterVersion": job["version"], "wait": "5s"}
        job = answer(session.get(f"{jobs}/{job['id']}", params=version))
    if not job["state"].endswith("_SUCCEEDED"):
        sys.exit(f"fuzz: a job failed: {job}")
    return job


def share(session: requests.Session, url: str, speech: str) -> str:
    """Share a video, about which nothing is decided."""
    videos = f"{url}/api/v1/videos"
    video = make(session, videos, {"speechId": speech, "category": "subway", "pfp": "pfp1"})["id"]
    answer(session.post(f"{videos}/{video}/share"))
    return video


def publish(session: requests.Session, url: str, artwork: str) -> str:
    """Put a picture into the gallery that the fuzzer's requests may like."""
    image = answer(session.post(f"{url}/api/v1/artworks/{artwork}/publications", json={}, headers=once()))["id"]
    end = time.monotonic() + PATIENCE
    while session.get(f"{url}/api/v1/images/{image}").status_code == 404 and time.monotonic() < end:
        time.sleep(0.1)  # the gallery hears of it by an event
    answer(session.get(f"{url}/api/v1/images/{image}"))
    return image


def summary(code: int, whole: bool) -> int:
    """Say how many operations passed, and fail when anything did, or when too little was tried."""
    report = json.loads(REPORT.read_text())
    failures = [op for kind in ("failures", "errors") for f in report[kind] for op in f.get("operations", [])]
    bad = len({json.dumps(op, sort_keys=True) for op in failures})
    tested, cases = report["operations"]["tested"], report["test_cases"]["generated"]
    if whole and (tested != report["operations"]["total"] or cases < FEWEST_CASES):
        print(f"fuzz: only {cases} cases of {tested} operations were tried")
        code = code or 1
    if code and not bad:
        bad = 1
    print(f"Operations fuzzed: {max(tested - bad, 0)} passed, {bad} failed ({cases} cases)")
    return code


if __name__ == "__main__":
    sys.exit(main())
