"""The jobs, their claims, and a real worker that is killed in mid-job."""
