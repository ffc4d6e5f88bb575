import type { PaginateOptions, VendorClient } from '../../define/index.ts'
import type { HttpError } from '../../errors/index.ts'

/** Items of a list, some of which are there already. */
export interface ListItems<T> extends AsyncIterableIterator<T, void, undefined> {
  return(): Promise<IteratorResult<T, void>>
  /** The next item if it is there; undefined if it has to be waited for, or there is none. */
  takeReady(): IteratorYieldResult<T> | undefined
}

/** A client as the engine holds it. */
export interface EngineClient extends VendorClient {
  paginate<T = unknown>(path: string | URL, options: PaginateOptions<T>): PagedItems<T>
  /** The error that an answer of `fetch` stands for, if its status is a refusal. */
  refusalOf(response: Response): HttpError | undefined
  /** Says why a list that was read page by page did not reach its end; undefined if all did. */
  findOpenPage(): string | undefined
}

/** Items of a list, and where they come from. */
export interface PagedItems<T> extends ListItems<T> {
  /** The exchange of the page with the last item that the caller got. */
  getExchange(): number | undefined
  /** How many items the vendor counts, where the author says that it does; known at the end of the list. */
  getTotal(): number | undefined
}
