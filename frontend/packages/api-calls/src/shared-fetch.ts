import { type ApiRequest, apiFetch as shared } from '@mcwick/api-client'

/** The calls are built into each remote; the fetch below them is imported by package name, so that the page has one. */
export function apiFetch<T>(url: string, request?: ApiRequest): Promise<T> {
  return shared<T>(url, request)
}
