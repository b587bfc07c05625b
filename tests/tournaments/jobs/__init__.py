"""Tests of jobs and their claims, with a real worker that is killed during a job."""
