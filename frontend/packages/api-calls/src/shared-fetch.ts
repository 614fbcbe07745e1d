import { type ApiRequest, apiFetch as shared } from '@mcwick/api-client'

/** The calls are built into each remote; the fetch below them is the one of the whole page, by its package's name. */
export function apiFetch<T>(url: string, request?: ApiRequest): Promise<T> {
  return shared<T>(url, request)
}
