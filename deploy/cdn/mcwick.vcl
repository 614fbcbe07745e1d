# A shared cache in front of the gateway, for Varnish 7. It keeps what the gateway says shared caches may keep, for every visitor, and
# drops an object when media says so (PURGE_KIND=varnish). Set the backend, and who may purge: media's pods.
vcl 4.1;

import std;

backend gateway {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 1s;
    .first_byte_timeout = 60s; # long polls
    .between_bytes_timeout = 60s;
}

acl purgers {
    "localhost";
    "127.0.0.0"/8;
    "::1";
}

sub vcl_recv {
    if (req.method == "BAN") {
        # Behind a proxy that is among purgers client.ip is the proxy's: Varnish appends it to the address that the proxy forwards.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(403));
        }
        if (req.http.Surrogate-Key !~ "^[0-9a-f-]{36}$") {
            return (synth(400));
        }
        # Of objects alone, not of requests, so that Varnish drops them in the background too.
        if (!std.ban("obj.http.Surrogate-Key == " + req.http.Surrogate-Key)) {
            return (synth(503));
        }
        return (synth(200));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # An event stream ends late, and is for one visitor.
    if (req.url ~ "/events(\?|$)") {
        return (pass);
    }
    # What everybody gets alike is asked for without saying who asks. Addresses of private media have a signature, and need the cookie.
    if (req.url ~ "^/(media|mfe|cards)/" && req.url !~ "\?") {
        unset req.http.Cookie;
    }
    # The gateway says in Cache-Control what depends on the visitor; cookies alone keep nothing out of the cache.
    return (hash);
}

sub vcl_backend_response {
    # A response that gives a cookie is for one visitor, whatever else it says.
    if (beresp.http.Set-Cookie) {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
    # RFC 9213: for shared caches this counts instead of Cache-Control.
    if (beresp.http.CDN-Cache-Control) {
        if (beresp.http.CDN-Cache-Control ~ "no-store|no-cache|private") {
            set beresp.uncacheable = true;
            set beresp.ttl = 0s;
            return (deliver);
        }
        if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+" && (beresp.status == 200 || beresp.status == 410)) {
            set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1") + "s", 0s);
            # What is purged must not be served once more; lists say for how long they may be while Varnish asks again (RFC 5861).
            set beresp.grace = 0s;
            if (beresp.http.CDN-Cache-Control ~ "stale-while-revalidate=[0-9]+") {
                set beresp.grace = std.duration(
                    regsub(beresp.http.CDN-Cache-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1") + "s", 0s);
            }
            return (deliver);
        }
    }
    # Varnish's own rules follow: private, no-store and no-cache are not kept.
}

sub vcl_deliver {
    # Browsers count Age against max-age: they would ask again for whatever has been in here for longer than that. So it stays in here.
    if (obj.hits > 0) {
        set resp.http.Cache-Status = "varnish; hit; ttl=" + regsub(obj.ttl, "\..*$", "") + "; hits=" + obj.hits;
    } else {
        set resp.http.Cache-Status = "varnish; fwd=miss";
    }
    unset resp.http.Age;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
}
