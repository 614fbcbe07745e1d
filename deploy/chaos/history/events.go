package history

// checkEvents holds that no event waits or was given up, that every consumer has applied each of
// its events once, and that the gallery shows exactly what media has made public: publications and
// shared videos.
func checkEvents(_ []Call, s State, found *findings) {
	for service, n := range s.Waiting {
		if n > 0 {
			found.add(EventsAppliedOnce, nil, "%d events of %s were never sent", n, service)
		}
	}
	for topic, n := range s.DeadLetters {
		if n > 0 {
			found.add(EventsAppliedOnce, nil, "%d events are in %s", n, topic)
		}
	}
	for _, e := range s.Events {
		if e.Applied != 1 {
			found.add(EventsAppliedOnce, nil, "event %s of %s was applied %d times by %s", e.ID, e.Topic, e.Applied,
				e.Consumer)
		}
	}
	images := map[string]Image{}
	for _, i := range s.Images {
		images[i.ID] = i
	}
	for _, p := range s.Publications {
		switch i, known := images[p.ID]; {
		case !known:
			found.add(EventsAppliedOnce, nil, "%s is not in the gallery", p.ID)
		case i.Withdrawn != p.Withdrawn:
			found.add(EventsAppliedOnce, nil, "whether %s is withdrawn: media says %v, the gallery %v", p.ID,
				p.Withdrawn, i.Withdrawn)
		case i.Version != p.Moves:
			found.add(EventsAppliedOnce, nil, "%s moved %d times, and the gallery knows %d", p.ID, p.Moves, i.Version)
		}
		delete(images, p.ID)
	}
	for _, v := range s.Videos {
		_, listed := images[v.ID]
		if v.Shared && !listed {
			found.add(EventsAppliedOnce, nil, "shared video %s is not in the gallery", v.ID)
		}
		if v.Shared {
			delete(images, v.ID)
		}
	}
	for id := range images {
		found.add(EventsAppliedOnce, nil, "%s is in the gallery and not in media", id)
	}
}
