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
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
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

// invokeReplicas asks all replicas of a service the same at once. It returns the answers by address;
// the error is of those that gave none.
func invokeReplicas[Client any, Answer proto.Message](
	cmd *cobra.Command, o *options, service string, client func(grpc.ClientConnInterface) Client,
	question func(context.Context, Client) (Answer, error),
) (map[string]Answer, error) {
	token, err := o.token()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), callTimeout)
	defer cancel()
	addresses, err := o.replicaAddresses(ctx, service)
	if err != nil {
		return nil, err
	}
	named, _ := o.address(service) // it was read just now
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
			answer, err := question(ctx, client(conn))
			if err != nil {
				errs[i] = fmt.Errorf("%s at %s: %s", service, address, describeError(err))
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
