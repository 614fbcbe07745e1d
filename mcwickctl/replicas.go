package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
)

// replicaAddresses are where each replica of a service takes operators: every address of the name,
// as a headless service of a cluster has one for each pod.
func (o *options) replicaAddresses(ctx context.Context, service string) (all []string, err error) {
	address, err := o.address(service)
	if err != nil {
		return nil, err
	}
	for one := range strings.SplitSeq(address, ",") { // the local platform writes down all
		host, port, err := net.SplitHostPort(one)
		if err != nil {
			return nil, fmt.Errorf("the address of %s: %w", service, err)
		}
		found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		if err != nil {
			return nil, fmt.Errorf("the address of %s: %w", service, err)
		}
		family := found[0].Unmap().Is4() // a pod may have an address of each
		for _, ip := range found {
			if ip.Unmap().Is4() == family {
				all = append(all, net.JoinHostPort(ip.Unmap().String(), port))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// invokeReplicas calls a method of all replicas of a service at once. It returns the answers by address;
// the error is of those that gave none.
func invokeReplicas[Client, Request, Answer any](
	cmd *cobra.Command, o *options, of contract[Client], do method[Client, Request, Answer], request Request,
) (map[string]Answer, error) {
	token, err := o.token()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), callTimeout)
	defer cancel()
	addresses, err := o.replicaAddresses(ctx, of.service)
	if err != nil {
		return nil, err
	}
	named, _ := o.address(of.service) // it was read just now
	host, _, _ := net.SplitHostPort(strings.Split(named, ",")[0])
	answers, errs := make(map[string]Answer), make([]error, len(addresses))
	var mu sync.Mutex
	var all sync.WaitGroup
	for i, address := range addresses {
		all.Go(func() {
			conn, err := o.dial(address, token, host)
			if err != nil {
				errs[i] = err
				return
			}
			defer conn.Close()
			answer, err := do(of.client(conn), ctx, request)
			if err != nil {
				errs[i] = fmt.Errorf("%s at %s: %s", of.service, address, describeError(err))
				return
			}
			mu.Lock()
			defer mu.Unlock()
			answers[address] = answer
		})
	}
	all.Wait()
	return answers, errors.Join(errs...)
}
