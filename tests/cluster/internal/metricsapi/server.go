// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package metricsapi serves metrics.k8s.io/v1beta1 with seeded figures, behind the
// API server's aggregation layer.
package metricsapi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
)

const (
	group       = "metrics.k8s.io"
	version     = "v1beta1"
	serviceName = "metrics"
)

// Files are what the server needs from the instance's certs directory.
type Files struct {
	Certificate, Key string
	// FrontProxyCA signs the only clients that are let in: the API server's proxy.
	FrontProxyCA string
	// ClusterCA is what the API server trusts for this server's certificate.
	ClusterCA string
}

// Serve answers on a loopback port until the context ends, and registers itself with
// the API server through an APIService and a Service of type ExternalName, because
// endpoints may not be loopback addresses.
func Serve(ctx context.Context, config *rest.Config, port int, files Files, figures Figures) error {
	trusted := x509.NewCertPool()
	front, err := os.ReadFile(files.FrontProxyCA)
	if err != nil {
		return err
	}
	if !trusted.AppendCertsFromPEM(front) {
		return fmt.Errorf("no certificate in %s", files.FrontProxyCA)
	}
	pair, err := tls.LoadX509KeyPair(files.Certificate, files.Key)
	if err != nil {
		return err
	}
	listener, err := tls.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port), &tls.Config{
		Certificates: []tls.Certificate{pair},
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ClientCAs:    trusted,
		MinVersion:   tls.VersionTLS12,
		NextProtos:   []string{"h2", "http/1.1"},
	})
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           handler(figures),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	go func() { _ = server.Serve(listener) }()
	return register(ctx, config, port, files)
}

func register(ctx context.Context, config *rest.Config, port int, files Files) error {
	authority, err := os.ReadFile(files.ClusterCA)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: serviceName, Namespace: metav1.NamespaceSystem},
		Spec:       corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "localhost"},
	}
	_, err = client.CoreV1().Services(metav1.NamespaceSystem).Create(ctx, service, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	inJSON := rest.CopyConfig(config)
	inJSON.ContentType = "application/json"
	services, err := aggregator.NewForConfig(inJSON)
	if err != nil {
		return err
	}
	servicePort := int32(port)
	_, err = services.ApiregistrationV1().APIServices().Create(ctx, &apiregistration.APIService{
		ObjectMeta: metav1.ObjectMeta{Name: version + "." + group},
		Spec: apiregistration.APIServiceSpec{
			Group: group, Version: version, GroupPriorityMinimum: 100, VersionPriority: 100, CABundle: authority,
			Service: &apiregistration.ServiceReference{Name: serviceName, Namespace: metav1.NamespaceSystem, Port: &servicePort},
		},
	}, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return waitAvailable(ctx, services)
}

// waitAvailable returns once the API server routes the group to this server.
func waitAvailable(ctx context.Context, services aggregator.Interface) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		service, err := services.ApiregistrationV1().APIServices().Get(ctx, version+"."+group, metav1.GetOptions{})
		if err != nil {
			return err
		}
		last := ""
		for _, condition := range service.Status.Conditions {
			if condition.Type == apiregistration.Available && condition.Status == apiregistration.ConditionTrue {
				return nil
			}
			last = condition.Message
		}
		select {
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%s is not available: %s", group, last), ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func handler(figures Figures) http.Handler {
	prefix := "/apis/" + group + "/" + version
	mux := http.NewServeMux()
	mux.HandleFunc("GET /apis/"+group, func(w http.ResponseWriter, _ *http.Request) { answer(w, apiGroup()) })
	mux.HandleFunc("GET "+prefix, func(w http.ResponseWriter, _ *http.Request) { answer(w, resources()) })
	mux.HandleFunc("GET "+prefix+"/nodes", func(w http.ResponseWriter, _ *http.Request) { answer(w, figures.nodeList()) })
	mux.HandleFunc("GET "+prefix+"/pods", func(w http.ResponseWriter, _ *http.Request) { answer(w, figures.podList("")) })
	mux.HandleFunc("GET "+prefix+"/namespaces/{namespace}/pods", func(w http.ResponseWriter, r *http.Request) {
		answer(w, figures.podList(r.PathValue("namespace")))
	})
	mux.HandleFunc("GET "+prefix+"/nodes/{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		for _, item := range figures.nodeList().Items {
			if item.Name == name {
				item.TypeMeta = metav1.TypeMeta{Kind: "NodeMetrics", APIVersion: group + "/" + version}
				answer(w, item)
				return
			}
		}
		missing(w, "nodes", name)
	})
	mux.HandleFunc("GET "+prefix+"/namespaces/{namespace}/pods/{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		for _, item := range figures.podList(r.PathValue("namespace")).Items {
			if item.Name == name {
				item.TypeMeta = metav1.TypeMeta{Kind: "PodMetrics", APIVersion: group + "/" + version}
				answer(w, item)
				return
			}
		}
		missing(w, "pods", name)
	})
	return mux
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

func missing(w http.ResponseWriter, resource, name string) {
	status := apierrors.NewNotFound(corev1.Resource(resource), name).Status()
	status.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	_ = json.NewEncoder(w).Encode(status)
}

func apiGroup() metav1.APIGroup {
	served := metav1.GroupVersionForDiscovery{GroupVersion: group + "/" + version, Version: version}
	return metav1.APIGroup{
		TypeMeta: metav1.TypeMeta{Kind: "APIGroup", APIVersion: "v1"},
		Name:     group, Versions: []metav1.GroupVersionForDiscovery{served}, PreferredVersion: served,
	}
}

func resources() metav1.APIResourceList {
	return metav1.APIResourceList{
		TypeMeta:     metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"},
		GroupVersion: group + "/" + version,
		APIResources: []metav1.APIResource{
			{Name: "nodes", Kind: "NodeMetrics", Verbs: metav1.Verbs{"get", "list"}},
			{Name: "pods", Kind: "PodMetrics", Namespaced: true, Verbs: metav1.Verbs{"get", "list"}},
		},
	}
}
