/** What a process has cost so far, as Linux counts it; the benches run on nothing else. */
import { readdirSync, readFileSync } from 'node:fs';

/** A tick of the kernel's accounts: 100 a second wherever Node runs. */
const TICK_MS = 10;

export type ProcessCost = { cpuMs: number; memoryMb: number /** Open files and sockets. */; handles: number };

/** @throws Error where the process is gone */
export function costOf(pid: number): ProcessCost {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; what follows it is counted from the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    cpuMs: ticks * TICK_MS,
    memoryMb: Number(resident) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}
