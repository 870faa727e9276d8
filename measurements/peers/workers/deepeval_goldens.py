"""deepeval: its Synthesizer, one golden a context, without evolutions and filtration: its own prompts."""

from __future__ import annotations

from deepeval.models import GPTModel
from deepeval.synthesizer import Synthesizer
from deepeval.synthesizer.config import EvolutionConfig
from frame import Job

job = Job.from_arguments()
model = GPTModel(model="gpt-4o-mini", api_key="none", base_url=job.base_url)
synthesizer = Synthesizer(
    model=model, max_concurrent=job.concurrency, evolution_config=EvolutionConfig(num_evolutions=0)
)
goldens = synthesizer.generate_goldens_from_contexts(
    [[passage] for passage in job.passages], max_goldens_per_context=1, include_expected_output=True
)
job.keep([golden.model_dump_json() for golden in goldens])
