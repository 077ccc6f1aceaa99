/** The HTTP clients that `bench -- client` is measured beside, each as its own guide keeps connections; they check nothing. */
import { Agent } from 'node:http';
import axios from 'axios';
import got from 'got';
import ky from 'ky';

/**
 * How each asks for the JSON at an address, at most `connections` at once.
 * @param {{ connections: number, headers: Record<string, string> }} options
 */
export function createPeers({ connections, headers }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const [patientGot, patientKy] = [got.extend({ headers, agent: { http: agent } }), ky.create({ headers })];
  return {
    axios: async (url) => (await axios.get(url, { headers, httpAgent: agent })).data,
    got: (url) => patientGot(url).json(),
    ky: (url) => patientKy(url).json(),
  };
}
