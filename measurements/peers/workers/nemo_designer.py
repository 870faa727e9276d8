"""NVIDIA NeMo Data Designer: one structured column over seed rows; its artifacts are in the folder."""

from __future__ import annotations

import data_designer.config as dd
import pandas as pd
from data_designer.interface import DataDesigner
from form import Draft
from frame import SYSTEM, Job

job = Job.from_arguments()
provider = dd.ModelProvider(name="simulated", endpoint=job.base_url, provider_type="openai", api_key="none")
model = dd.ModelConfig(
    alias="writer",
    model="simulated",
    provider="simulated",
    inference_parameters=dd.ChatCompletionInferenceParams(max_parallel_requests=job.concurrency, timeout=60),
)
builder = dd.DataDesignerConfigBuilder(model_configs=[model])
builder.with_seed_dataset(dd.DataFrameSeedSource(df=pd.DataFrame({"passage": job.passages})))
builder.add_column(
    dd.LLMStructuredColumnConfig(
        name="draft", model_alias="writer", system_prompt=SYSTEM, prompt="{{ passage }}", output_format=Draft
    )
)
designer = DataDesigner(artifact_path=job.folder, model_providers=[provider])
made = designer.create(builder, num_records=len(job.passages), dataset_name="peers", resume=dd.ResumeMode.IF_POSSIBLE)
job.keep([str(value) for value in made.load_dataset()["draft"] if value])
