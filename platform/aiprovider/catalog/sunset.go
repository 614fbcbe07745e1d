package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/lifecycle"
)

// Sunsets holds when the models of the file end: by the file, or by what their providers said last,
// whichever comes first.
type Sunsets struct {
	log     *slog.Logger
	catalog *Catalog

	mu   sync.Mutex
	end  map[taskModel]time.Time
	gone map[taskModel]int64 // 1 for those that their providers do not have, 0 for those they say to have
}

// taskModel is a model in a task's chain.
type taskModel struct {
	task     string
	provider string
	model    string
}

// NewSunsets holds the dates of the file; Read asks the providers.
func NewSunsets(log *slog.Logger, c *Catalog) *Sunsets {
	s := &Sunsets{log: log, catalog: c, end: map[taskModel]time.Time{}, gone: map[taskModel]int64{}}
	s.forEach(func(m taskModel, inFile providersfile.Date) { s.record(m, inFile.Time, time.Time{}) })
	return s
}

// forEach calls f for each model that can be asked, with the date of the file.
func (s *Sunsets) forEach(f func(taskModel, providersfile.Date)) {
	for task, models := range s.catalog.File.ByTask() {
		for _, m := range models {
			if _, ok := s.catalog.Clients[m.Provider]; ok {
				f(taskModel{task, m.Provider, m.Model}, m.Sunset)
			}
		}
	}
}

// record keeps the earlier of the file's date and the provider's, which a provider may move; zero
// is no date.
func (s *Sunsets) record(m taskModel, inFile, announced time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !announced.IsZero() && (inFile.IsZero() || announced.Before(inFile)):
		s.end[m] = announced
	case !inFile.IsZero():
		s.end[m] = inFile
	default:
		delete(s.end, m)
	}
}

func (s *Sunsets) recordGone(m taskModel, value int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone[m] = value
}

// Part asks the providers when the program starts, and each day.
func (s *Sunsets) Part() lifecycle.Part {
	return lifecycle.FromStart(s.log, "model sunsets", 24*time.Hour, s.Read)
}

// requestTimeout bounds the question about one model.
const requestTimeout = 20 * time.Second

// Read asks the providers for the ends of their models, and warns of those that are near. A
// provider that tells nothing of its models is no error.
func (s *Sunsets) Read(ctx context.Context) (err error) {
	s.forEach(func(m taskModel, inFile providersfile.Date) {
		ctx, cancel := context.WithTimeout(ctx, requestTimeout)
		defer cancel()
		end, ok, requestErr := s.catalog.Clients[m.provider].ShutdownDate(ctx, m.model)
		if refusal, ok := errors.AsType[*aiprovider.Error](requestErr); ok && refusal.Reason == aiprovider.ReasonModel {
			s.recordGone(m, 1)
		}
		if requestErr != nil {
			err = errors.Join(err, fmt.Errorf("read the sunset date of %s/%s: %w", m.provider, m.model, requestErr))
			return
		}
		s.record(m, inFile.Time, end)
		if ok {
			s.recordGone(m, 0)
		}
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	for m, end := range s.end {
		if time.Until(end) < providersfile.SunsetWarning {
			s.log.WarnContext(ctx, "AI model near its sunset date: choose another in the providers file",
				"task", m.task, "provider", m.provider, "model", m.model, "end", end.Format(time.DateOnly))
		}
	}
	return err
}

// RegisterMetrics reports the known sunset dates as a metric, and which models are gone. A model that is
// no chain's first is hardly called, so no call would say it.
func (s *Sunsets) RegisterMetrics() {
	meter := otel.Meter("mcwick/aiprovider")
	end := instrument.Must(meter.Int64ObservableGauge("mcwick.ai.model.sunset", metric.WithUnit("s"),
		metric.WithDescription("When a provider ends a model, in seconds since 1970, by task, provider and model; absent where no end is known.")))
	gone := instrument.Must(meter.Int64ObservableGauge("mcwick.ai.model.gone",
		metric.WithDescription("1 when a provider says that it does not have a model, 0 when it has it, absent when it has not said; by task, provider and model.")))
	instrument.Must(meter.RegisterCallback(func(_ context.Context, observer metric.Observer) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		for m, date := range s.end {
			observer.ObserveInt64(end, date.Unix(), m.attributes())
		}
		for m, value := range s.gone {
			observer.ObserveInt64(gone, value, m.attributes())
		}
		return nil
	}, end, gone))
}

func (m taskModel) attributes() metric.ObserveOption {
	return metric.WithAttributes(attribute.String("task", m.task), semconv.GenAIProviderNameKey.String(m.provider),
		semconv.GenAIRequestModel(m.model))
}
