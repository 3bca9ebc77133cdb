export { type AgentConfig, ConfigError, readConfig } from './agent/config.ts';
