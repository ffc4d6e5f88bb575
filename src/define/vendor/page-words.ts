/** What a member or a header says of the list beside it. */
export type PageRole =
  | 'more'
  | 'last'
  | 'next'
  | 'position'
  | 'items'
  | 'matching'
  | 'pages'
  | 'part'
  | 'whole'
  | 'success'
  | 'error'
  | 'code'
  | 'status'
  | 'unreachable'
  | 'warning'
  | 'shards'

// Names that real vendors use, without case, dots, dashes and the like.
const namesOf: Readonly<Record<PageRole, string>> = {
  more: 'more hasmore hasnext hasnextpage hasmoreitems hasmoreresults hasmorepages hasmoredata moreavailable moreresults moreitems moredata morerecords morepages ismore truncated istruncated resultstruncated incompleteresults limitreached limitexceeded',
  last: 'last islast islastpage lastpage',
  next: 'next nextpage nextpagetoken nextpagecursor nexttoken nextcursor nextcursormark nextbookmark nextlink odatanextlink nexturl nexturi nextpageurl nextpageuri nextpagelink nexthref nextmarker nextkeymarker nextcontinuationtoken nextpaginationtoken nextoffset nextstart nextstartkey nextkey nextid nextrecords nextrecordsurl nextpageid nextposition lastevaluatedkey continue mscontinuation',
  position:
    'cursor token marker bookmark pagetoken pagecursor pagestate pagingtoken paginationtoken continuationtoken continuation resumptiontoken resumetoken skiptoken endcursor cursorend after searchafter startafter startingafter scrollid',
  items:
    'total totalcount totalsize totalresults totalitems totalelements totalrecords totalentries totalmatches totalhits totalrows totalobjects recordstotal odatacount wptotal paginationtotalcount',
  matching: 'totalfilteredcount totalfiltered filteredtotal filteredcount recordsfiltered filtercount',
  pages:
    'pages totalpages pagecount numpages lastpage pagestotal wptotalpages paginationpagecount paginationtotalpages',
  part: 'partial ispartial partialresult partialresults haspartialresults partialdata partialsuccess partialfailure incomplete isincomplete timedout istimedout hastimedout terminatedearly haserrors hasfailures',
  whole: 'complete iscomplete completed finished isfinished done isdone ready isready',
  success: 'ok success successful succeeded issuccess issuccessful',
  error:
    'error errors err errmsg errno errcode errorcode errormessage errormsg errormessages errordescription fault faults failures exception exceptions',
  code: 'code statuscode httpstatus httpcode httpstatuscode',
  status: 'status result',
  // Parts that the vendor could not ask, as all lists of Google's may have them: https://google.aip.dev/217
  unreachable: 'unreachable unreachables',
  warning: 'warning warnings',
  // https://www.elastic.co/docs/reference/elasticsearch/rest-apis/search-api
  shards: 'shards',
}
const roles = new Map<string, PageRole>()
for (const [role, names] of Object.entries(namesOf))
  for (const name of names.split(' ')) if (!roles.has(name)) roles.set(name, role as PageRole)

/** Objects in which vendors put them. */
const besides = new Set(
  'meta metadata pagination paginginfo paginationinfo paging pager page pages pageinfo responsemetadata resultinfo listinfo links cursors listmetadata'.split(
    ' ',
  ),
)
const around = /^(?:data|payload|body|d|.*results?|.*response)$/

/** Members of one thing. An object with one of them is that thing, and its status, errors and tokens are its own. */
const ofThings = new Set(
  'id uuid guid slug key name displayname title email login username created createdat'.split(' '),
)
/** Members beside these, without a role, that pages have. */
const ofPages = new Set(
  'limit offset count size page currentpage perpage pagesize itemsperpage resultsperpage start startat startindex from skip top took sort order orderby object kind type url self href first prev previous prevpage previouspage prevcursor previouscursor before requestid traceid version apiversion timestamp message returned resultcount numreturned query filter'.split(
    ' ',
  ),
)

/** What a member's name means. */
export interface PageWord {
  readonly role: PageRole | undefined
  /** An object beside a list, in which vendors put marks. */
  readonly isBeside: boolean
  /** An object that may hold the list. */
  readonly isAround: boolean
  readonly isOfThings: boolean
  readonly isOfPages: boolean
}

// Vendors use the same names in each answer. Other people choose them, so there is a limit on how many are kept.
const meanings = new Map<string, PageWord>()
const meaningsMax = 2_000
const lengthMax = 40
const noMeaning: PageWord = {
  role: undefined,
  isBeside: false,
  isAround: false,
  isOfThings: false,
  isOfPages: false,
}

/** The meaning of a member's name beside a list. */
export function readPageWord(name: string): PageWord {
  const known = meanings.get(name)
  if (known) return known
  if (name.length > lengthMax) return noMeaning
  const plain = toPlainName(name)
  const meaning = {
    role: roles.get(plain),
    isBeside: besides.has(plain),
    isAround: around.test(plain),
    isOfThings: ofThings.has(plain),
    isOfPages: ofPages.has(plain),
  }
  if (meanings.size < meaningsMax) meanings.set(name, meaning)
  return meaning
}

/** The role of a header, such as `X-Has-More`. Headers without the prefix `X-` have meanings of their own. */
export function readPageHeader(name: string): PageRole | undefined {
  return name.startsWith('x-') ? readPageWord(name.slice(2)).role : undefined
}

/** A name without case, dots, dashes and the like. */
export function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
