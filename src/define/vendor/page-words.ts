import { pageWordNames, type VendorPageWords } from '../connector/vendor-page-words.ts'

/** What a member or a header says of the list beside it. */
export type PageRole =
  | 'more'
  | 'last'
  | 'next'
  | 'position'
  | 'rest'
  | 'items'
  | 'matching'
  | 'pages'
  | 'part'
  | 'unready'
  | 'whole'
  | 'success'
  | 'failed'
  | 'error'
  | 'code'
  | 'status'
  | 'message'
  | 'unprocessed'
  | 'unreachable'
  | 'warning'
  | 'shards'

// Names that real vendors use, without case, dots, dashes and the like.
const namesOf: Readonly<Record<PageRole, string>> = {
  // exceededTransferLimit: https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/
  more: 'more hasmore hasnext hasnextpage hasnextlink hasmoreitems hasmoreresults hasmorepages hasmoredata hasmorerecords hasadditionalresults hasadditional hascontinuation moreavailable moreresults moreitems moredata morerecords morepages moreresultsavailable morerecordsavailable moreitemsavailable moredataavailable ismore ismoreavailable truncated istruncated wastruncated resultstruncated truncatedresults resultsaretruncated incompleteresults limitreached limithit limitexceeded islimited resultlimitreached maxresultsreached maxresultsexceeded sizelimitexceeded exceededtransferlimit overflow iscapped capped continues',
  // endOfRecords: https://techdocs.gbif.org/en/openapi/v1/occurrence
  last: 'last islast islastpage lastpage isend isatend atend eof iseof end endoflist endofresults endofrecords endofdata endofpages isfinal isfinalpage final finalpage nomore nomoreresults nomoreitems nomorepages exhausted isexhausted alldatafetched',
  next: 'next nextpage nextpagetoken nextpagecursor nexttoken nextcursor nextcursormark nextbookmark nextlink odatanextlink nexturl nexturi nextpageurl nextpageuri nextpagelink nextpagehref nexthref nextmarker nextkeymarker nextcontinuationtoken nextcontinuation nextpaginationtoken nextoffset nextstart nextstartkey nextstartid nextkey nextid nextrecords nextrecordsurl nextpageid nextpageno nextpagenumber nextposition nextindex nextbatch nextset nextscrollid nextsyncpage nextpath nextrequest nextresults nextskip nextskiptoken lastevaluatedkey continue mscontinuation hydranext morelink moreurl morehref moretoken moreuri continuationlink continuationuri continuationurl',
  position:
    'cursor token marker bookmark pagetoken pagecursor pagestate pagingtoken paginationtoken continuationtoken continuation continuationkey resumptiontoken resumetoken resumekey skiptoken endcursor cursorend after searchafter startafter startingafter startkey exclusivestartkey scrollid scroll',
  // https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/
  rest: 'remainingitemcount remainingitems remainingcount remainingrecords remainingresults remainingpages itemsremaining resultsremaining recordsremaining pagesremaining pagesleft itemsleft resultsleft recordsleft',
  items:
    'total totals totalcount totalcounts totalsize totalresults totalresultcount totalresultscount totalitems totalitemcount totalitemscount totalelements totalelementscount totalrecords totalrecordcount totalrecordscount totalentries totalmatches totalhits totalrows totalrowcount totalobjects totalnum totalnumber totalavailable totalfound totalreturnable grandtotal overallcount overalltotal fullcount allcount countall counttotal recordstotal recordcounttotal itemstotal itemscount resultstotal resultscount rowstotal numfound numberfound nbhits nbtotal totalitemsavailable odatacount wptotal hydratotalitems paginationtotalcount paginationtotal paginationcount',
  matching: 'totalfilteredcount totalfiltered filteredtotal filteredcount recordsfiltered filtercount',
  pages:
    'pages totalpages totalpage totalpagecount totalpagescount pagecount pagescount numpages numberofpages nbpages maxpage maxpages lastpage lastpagenumber lastpageindex pagestotal pagetotal wptotalpages paginationpagecount paginationtotalpages paginationpages',
  part: 'partial ispartial partialresult partialresults haspartialresults partialdata partialsuccess partialfailure partialcontent partialresponse incomplete isincomplete incompletedata degraded isdegraded stale isstale sampled issampled timedout istimedout hastimedout searchtimedout querytimedout terminatedearly haserrors hasfailures haswarnings',
  unready:
    'pending ispending processing isprocessing inprogress isinprogress loading isloading indexing isindexing syncing issyncing queued isqueued running isrunning notready computing iscomputing',
  // jobComplete: https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/getQueryResults
  whole:
    'complete iscomplete completed iscompleted resultcomplete resultscomplete jobcomplete querycomplete searchcomplete allshardsresponded finished isfinished done isdone ready isready isexhaustive exhaustive',
  success:
    'ok isok success successful succeeded issuccess issuccessful wassuccessful authorized isauthorized authenticated isauthenticated acknowledged',
  failed:
    'failed isfailed isfailure failure iserror haserror isfault fail denied isdenied forbidden unauthorized throttled isthrottled ratelimited isratelimited',
  error:
    'error errors err errs errmsg errno errstr errdesc errcode errorcode errorid errorkey errorname errortype errorinfo errordetail errordetails errormessage errormsg errormessages errordescription errordesc errortext errorresponse errorreason errorstatus lasterror apierror apierrors servererror partialerrors partialfailureerror fault faults faultcode faultstring faultmessage failures failurereason failuremessage failurecode exception exceptions exceptionmessage problems',
  code: 'code statuscode httpstatus httpcode httpstatuscode resultcode returncode retcode responsecode respcode rescode resultstatus rc ret',
  status: 'status result state stat outcome ack responsestatus requeststatus querystatus jobstatus jobstate',
  message: 'message msg detail details reason',
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
  unprocessed:
    'unprocessed unprocessedkeys unprocesseditems unprocessedids unprocessedaccounts unprocessedresources unprocessedresults unprocessedarns unprocessedqueries failedaccounts failedresources failedregions failedlocations failedrequests failedshards failedsources faileditems failedids failedparts erroredregions erroredaccounts missingregions missingaccounts unavailableregions unavailablelocations unavailablesources skippedregions skippedaccounts omittedregions',
  // Parts that the vendor could not ask, as all lists of Google's may have them: https://google.aip.dev/217
  unreachable: 'unreachable unreachables unreachablelocations unreachableregions',
  warning: 'warning warnings warningmessage warningmessages',
  // https://www.elastic.co/docs/reference/elasticsearch/rest-apis/search-api
  shards: 'shards clusters',
}

/** The roles of the names that authors use. */
const rolesOfAuthors: Readonly<Record<keyof VendorPageWords, PageRole>> = {
  more: 'more',
  last: 'last',
  next: 'next',
  rest: 'rest',
  total: 'items',
  pages: 'pages',
  part: 'part',
  unready: 'unready',
  success: 'success',
  failed: 'failed',
  error: 'error',
}

/** The roles of a connector's own words, by dotted path in lower case or by plain name. */
export interface OwnPageWords {
  readonly roles: ReadonlyMap<string, PageRole>
  /** Objects around the members that are named by a dotted path. */
  readonly parents: ReadonlySet<string>
}

/** @returns undefined without any */
export function toOwnPageWords(words: VendorPageWords | undefined): OwnPageWords | undefined {
  if (!words) return undefined
  const own = { roles: new Map<string, PageRole>(), parents: new Set<string>() }
  for (const role of pageWordNames)
    for (const name of words[role] ?? []) {
      const isPath = name.includes('.')
      own.roles.set(isPath ? name.toLowerCase() : toPlainName(name), rolesOfAuthors[role])
      for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
        own.parents.add(name.slice(0, dot).toLowerCase())
    }
  return own
}

const roles = new Map<string, PageRole>()
for (const [role, names] of Object.entries(namesOf))
  for (const name of names.split(' ')) if (!roles.has(name)) roles.set(name, role as PageRole)

/** Objects in which vendors put them. */
const besides = new Set(
  'meta metadata pagination paginginfo paginationinfo paginationmetadata paging pager page pages pageinfo pagedata pagemeta responsemetadata responseheader responseinfo responsestatus resultinfo resultset resultsetinfo resultmetadata listinfo links cursors cursor listmetadata header info summary view hydraview nav navigation status'.split(
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

/** Headers without the prefix `X-` that say so. Others of such names have meanings of their own. */
const plainHeaders = new Set(
  'next-page next-page-token next-cursor next-link next-token next-url has-more has-next total-count total-pages total-items total-results incomplete-results partial-results pagination-count pagination-total pagination-total-count pagination-pages'.split(
    ' ',
  ),
)
const headerRoles: ReadonlySet<PageRole | undefined> = new Set([
  'more',
  'last',
  'next',
  'rest',
  'items',
  'matching',
  'pages',
  'part',
] satisfies PageRole[])

/** The role of a header, such as `X-Has-More`. */
export function readPageHeader(name: string, own?: OwnPageWords): PageRole | undefined {
  const ours = own?.roles.get(toPlainName(name))
  if (ours) return ours
  if (!name.startsWith('x-') && !plainHeaders.has(name)) return undefined
  const { role } = readPageWord(name.replace(/^x-/, ''))
  return headerRoles.has(role) ? role : undefined
}

/** A name without case, dots, dashes and the like. */
export function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
