interface PageHost {
  fetch(request: Request): Response | Promise<Response>
}

/** Processor time of one request of a page, in µs. @param requests how many are sent, one after the other */
export async function measurePage(host: PageHost, path: string, requests: number): Promise<number> {
  const begun = process.cpuUsage()
  for (let count = 0; count < requests; count++) {
    const response = await host.fetch(new Request(`http://127.0.0.1${path}`))
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    await response.text()
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / requests
}
