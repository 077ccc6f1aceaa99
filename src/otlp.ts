/** Sends the steps of traces to a collector, over OTLP/HTTP. */
import type { Spans } from './trace.ts';
import { VERSION } from './version.ts';

const LAST_MS = 2_000;

type OtlpSpans = Spans & { close(): Promise<void> };

/** `endpoint`: a collector's base URL, without /v1/traces. The packages read the standard OTEL variables themselves. */
export async function openOtlp(endpoint: string | undefined): Promise<OtlpSpans | undefined> {
  if (endpoint === undefined) return undefined;
  const [{ ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const { detectResources, envDetector, resourceFromAttributes } = resources;
  const random = new sdk.RandomIdGenerator();
  // The id of the log lines becomes the trace id: the generator is called while the span begins.
  let next = '';
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'sightline', 'service.version': VERSION }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    idGenerator: { generateTraceId: () => next, generateSpanId: () => random.generateSpanId() },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer('sightline', VERSION);
  return {
    begin(name, { traceId, parentId }, attributes) {
      next = traceId;
      const parent = { traceId, spanId: parentId ?? '', traceFlags: TraceFlags.SAMPLED };
      const context = parentId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(name, { attributes }, context);
      return {
        id: span.spanContext().spanId,
        end(failure) {
          if (failure !== undefined) {
            span.setAttribute('error.type', failure);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, LAST_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
