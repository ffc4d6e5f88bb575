import { metrics } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { useMetrics } from '../../../src/app/serving/serve-metrics.ts'

const address = { metricsPort: 0, metricsHost: '127.0.0.1' }

test('useMetrics() answers /metrics for Prometheus as long as it is used, and nothing else', async () => {
  const told = await useMetrics(address, async (url) => {
    metrics.getMeter('checkwright').createCounter('checkwright.runs', { description: 'Runs that ended' }).add(2, {
      'checkwright.run.status': 'pass',
    })
    const answer = await fetch(`${url}/metrics`)
    const elsewhere = await fetch(`${url}/v1/organization`)
    return { url, type: answer.headers.get('content-type'), text: await answer.text(), status: elsewhere.status }
  })

  expect(told.type).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(told.text.split('\n').filter((line) => line !== '')).toEqual([
    '# HELP checkwright_runs_total Runs that ended',
    '# TYPE checkwright_runs_total counter',
    'checkwright_runs_total{checkwright_run_status="pass"} 2',
  ])
  expect(told.status).toBe(404)
  await expect(fetch(`${told.url}/metrics`)).rejects.toThrow()
})

test('useMetrics() refuses a process whose metrics go elsewhere', async () => {
  await useMetrics(address, async () => {
    await expect(useMetrics(address, async () => undefined)).rejects.toMatchObject({
      code: 'CLI_USAGE',
      message: expect.stringContaining('has an OpenTelemetry SDK already'),
    })
  })
})

test('useMetrics() opens no port where none was asked for', async () => {
  expect(await useMetrics({ metricsHost: '127.0.0.1' }, async (url) => url)).toBeUndefined()
})
